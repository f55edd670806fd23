import type { rendering as english } from "../en/rendering.ts";

export const rendering: Readonly<Record<keyof typeof english, string>> = {
  "render.left_out": "…还有 {count, number} 个字符",
  "render.fields_left_out": "…还有 {count, number} 项",
};
