import { assert, property, string } from "fast-check";
import { expect, it } from "vitest";
import { pingsOf, shownText } from "./message-text.ts";

const nobody = () => undefined;

it("shows any text whose punctuation is escaped as it was", () => {
  const escape = (text: string) => text.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`);
  assert(
    property(string({ unit: "grapheme", minLength: 1 }), (text) => {
      expect(shownText({ content: escape(text) }, nobody)).toBe(text);
    }),
  );
});

it("leaves names with underscores and text in code as they are", () => {
  const content = "snake_case_name `**x**` ```ts\nconst a = _b_;\n``` _so_";
  expect(shownText({ content }, nobody)).toBe("snake_case_name **x** const a = _b_; so");
  const ticks = "`` `a` ``, ``b`c`` and `d`";
  expect(shownText({ content: ticks }, nobody)).toBe("`a`, b`c and d");
});

it("shows a bracketed address bare and unchanged, and leaves a bracketed link target alone", () => {
  const content = "<https://a.b/*x*?_y_> [link](<https://a.b/c>)";
  expect(shownText({ content }, nobody)).toBe("https://a.b/*x*?_y_ link");
});

it("reads an embed from its author to its footer", () => {
  const embed = {
    footer: { text: "f" },
    fields: [{ name: "n", value: "v" }],
    description: "> d",
    title: "t",
    author: { name: "a" },
  };
  expect(shownText({ embeds: [embed] }, nobody)).toBe("a\nt\nd\nn\nv\nf");
});

it("counts a reply's ping only when it is allowed", () => {
  expect(pingsOf({ allowed_mentions: { parse: [] } }, "7")).toEqual([]);
  expect(pingsOf({ allowed_mentions: { replied_user: true } }, "7")).toEqual(["user:7"]);
});
