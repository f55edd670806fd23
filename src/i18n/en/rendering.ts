export const rendering = {
  "render.left_out": "… {count, plural, one {# more character} other {# more characters}}",
  "render.fields_left_out": "… {count, plural, one {# more detail} other {# more details}}",
} as const;
