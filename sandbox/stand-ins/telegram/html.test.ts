import { assert, property, string } from "fast-check";
import { expect, it } from "vitest";
import { parseHtml } from "./html.ts";

it("reads every tag Telegram has", () => {
  const html =
    '<b>a</b><i>b</i><u>c</u><s>d</s><tg-spoiler>e</tg-spoiler><span class="tg-spoiler">f</span>' +
    '<a href="https://a.b/?x=1&amp;y=2">g</a><code>h</code>' +
    '<pre><code class="language-ts">i</code></pre><blockquote expandable>j<b>k</b></blockquote>';
  const { text, entities } = parseHtml(html);
  expect(text).toBe("abcdefghijk");
  expect(entities.map(({ type }) => type)).toEqual([
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
    "spoiler",
    "text_link",
    "code",
    "pre",
    "expandable_blockquote",
    "bold",
  ]);
  expect(entities[6]).toMatchObject({ url: "https://a.b/?x=1&y=2" });
  expect(entities[8]).toMatchObject({ language: "ts", offset: 8, length: 1 });
});

it("counts offsets in UTF-16 units and decodes entities", () => {
  expect(parseHtml("🚀&lt;&#x1F600;&#39;<b>x</b>")).toEqual({
    text: "🚀<😀'x",
    entities: [{ type: "bold", offset: 6, length: 1 }],
  });
});

it("refuses what would lose the message, or what is surely a mistake", () => {
  const refused: [string, string][] = [
    ["an unknown tag", "<p>x</p>"],
    ["an unclosed tag", "<b>x"],
    ["an end without a start", "x</b>"],
    ["crossing tags", "<b><i>x</b></i>"],
    ["a bare <", "a < b"],
    ["a bare >", "a > b"],
    ["a bare &", "a & b"],
    ["an entity Telegram does not know", "&nbsp;"],
    ["a surrogate by number", "&#xD800;"],
    ["a nested quote", "<blockquote>a<blockquote>b</blockquote></blockquote>"],
    ["a quote nested deeper", "<blockquote><b><blockquote>b</blockquote></b></blockquote>"],
    ["bold inside code", "<code><b>x</b></code>"],
    ["a link inside a code block", '<pre><a href="https://a.b">x</a></pre>'],
    ["a link inside a link", '<a href="https://a.b"><a href="https://a.b">x</a></a>'],
    ["a link without an address", "<a>x</a>"],
    ["a relative link", '<a href="/x">x</a>'],
    ["a script as link", '<a href="javascript:alert(1)">x</a>'],
    ["an unknown attribute", '<b class="x">x</b>'],
    ["an attribute of every object", '<b constructor="x">x</b>'],
    ["an unquoted attribute", "<a href=https://a.b>x</a>"],
    ["another class", '<span class="x">x</span>'],
    ["a self-closing tag", "a<br/>b"],
    ["a comment", "<!-- x -->"],
  ];
  for (const [rule, html] of refused) {
    expect(() => parseHtml(html), rule).toThrow("Bad Request: can't parse entities: ");
  }
});

it("gives any escaped text back as it was", () => {
  const escape = (text: string) =>
    text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  assert(
    property(string({ unit: "grapheme" }), (text) => {
      expect(parseHtml(`<b>${escape(text)}</b>`).text).toBe(text);
    }),
  );
});
