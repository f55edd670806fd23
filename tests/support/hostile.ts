import * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/domain/json.ts";

/** Texts that people and attackers put where a title, a name, a label or a body belongs. */
const TEXTS: readonly string[] = [
  "",
  " ",
  "@everyone @here <@123456789012345678> <@&123456789012345678>",
  "<b>bold</i> <script>alert(1)</script> &amp; &lt; &nosuch;",
  "**bold** __x__ ~~y~~ `code` ```js\nx``` [link](javascript:alert(1)) ||spoiler|| > quote",
  "](https://evil.example) [x](https://evil.example)",
  "\u0000\u0001\u0008\u000b\u001f\u007f",
  "\ud800 lone \udfff surrogates \ud83d",
  "\u202eright to left\u202c \u200bzero\u200dwidth",
  "😀".repeat(3_000),
  "x".repeat(20_000),
  "a\n".repeat(500),
  `${"> ".repeat(200)}deep`,
  `${"[".repeat(300)}x`,
  "<!-- hidden --><details><summary>s</summary>b</details>",
  "/gh pr merge acme/app#1",
  "常规中文标题，包含「引号」与＜符号＞",
];

/** A payload with some of its texts replaced by hostile ones, or by null; ids, times and addresses stay. */
export function hostilely(payload: JsonObject, seed: number): JsonObject {
  const picks = fc.sample(fc.nat(), { numRuns: 400, seed });
  let next = 0;
  const pick = (): number => picks[next++ % picks.length] ?? 0;
  const change = (value: Json, key: string): Json => {
    if (Array.isArray(value)) return value.map((one: Json) => change(one, key));
    if (typeof value === "object" && value !== null) return changeAll(value as JsonObject);
    if (typeof value !== "string" || !isFreeText(key)) return value;
    const chance = pick() % 10;
    if (chance === 0) return null;
    return chance < 6 ? (TEXTS[pick() % TEXTS.length] ?? value) : value;
  };
  const changeAll = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
  return changeAll(payload);
}

/** What people may write themselves. */
function isFreeText(key: string): boolean {
  return /^(title|name|body|message|description|login|label|ref|branch|summary|environment|head_branch|text|reason|tag_name|display_title)$/.test(
    key,
  );
}
