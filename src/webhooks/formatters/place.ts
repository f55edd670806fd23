import { count, line } from "./fields.ts";

/** Where in a file a comment stands, as the forge says it. */
export const place = {
  path: line,
  line: count,
  start_line: count,
  original_line: count,
  original_start_line: count,
};

type Place = { readonly [Key in keyof typeof place]?: string | number | undefined };

/** `src/kettle.ts:10–12`. Once the line itself is gone, where it was when the comment was made. */
export function placeOf({ path, line: end, ...at }: Place): string | undefined {
  const last = end ?? at.original_line;
  if (path === undefined || last === undefined) return path?.toString();
  const first = end === undefined ? at.original_start_line : at.start_line;
  return first === undefined || first === last ? `${path}:${last}` : `${path}:${first}–${last}`;
}
