import { describe, expect, it } from "vitest";
import type { Block } from "../../domain/text.ts";
import { markdownToBlocks } from "./markdown-to-blocks.ts";

const read = (markdown: string) => markdownToBlocks(markdown);
const paragraph = (...spans: string[]): Block => ({ type: "paragraph", spans });
const item = (...blocks: Block[]) => ({ blocks });

describe("raw HTML in a text of a forge", () => {
  it("is read as the table that it draws, Markdown in its cells and all", () => {
    const html =
      "<table>\n<thead><tr><th>File</th><th>Size</th></tr></thead>\n" +
      "<tr><td>a.js<td>\n\n12 **kB**\n\n</td></tr>\n</table>\n\nAfter";
    expect(read(html)).toEqual([
      {
        type: "table",
        header: [[{ text: "File", bold: true }], [{ text: "Size", bold: true }]],
        rows: [[["a.js"], ["12 ", { text: "kB", bold: true }]]],
      },
      paragraph("After"),
    ]);
  });

  it("is one line where a table's only row puts things side by side", () => {
    expect(read("<table><tr><td>a</td><td></td><td>b</td></tr></table>")).toEqual([
      paragraph("a · b"),
    ]);
  });

  it("is read as lists in each other, closed or not", () => {
    const html = "<ul><li>one</li><li>two<ul><li>three</li></ul></li></ul><ol><li>a<li>b</ol>";
    const inner: Block = { type: "list", ordered: false, items: [item(paragraph("three"))] };
    expect(read(html)).toEqual([
      {
        type: "list",
        ordered: false,
        items: [item(paragraph("one")), item(paragraph("two"), inner)],
      },
      { type: "list", ordered: true, items: [item(paragraph("a")), item(paragraph("b"))] },
    ]);
  });

  it("is read as quotes and as code, which keeps its lines", () => {
    expect(
      read("<blockquote>a</blockquote>\n\n<pre><code>b  c\n  d&lt;T&gt;\n</code></pre>"),
    ).toEqual([
      { type: "quote", blocks: [paragraph("a")] },
      { type: "code", text: "b  c\n  d<T>" },
    ]);
  });

  it("shows what a details has unfolded, under its summary", () => {
    expect(read("<details open><summary>Log</summary>\n\nb\n\n</details>")).toEqual([
      { type: "heading", level: 6, spans: ["Log"] },
      paragraph("b"),
    ]);
  });

  it("loses no words of elements that stand where they should not", () => {
    expect(read("<summary>a</summary>")).toEqual([paragraph("a")]);
    expect(
      read("<details open><summary>a</summary>b<ul><li>c<summary>d</summary></details>"),
    ).toEqual([
      { type: "heading", level: 6, spans: ["a"] },
      paragraph("b"),
      { type: "list", ordered: false, items: [item(paragraph("c"), paragraph("d"))] },
    ]);
    expect(read("<tr><td>a</td><td>b</td></tr>")).toEqual([paragraph("a · b")]);
  });

  it("links a video", () => {
    expect(read('<video src="https://e.example/a.mp4" controls></video>')).toEqual([
      { type: "paragraph", spans: [{ text: "a.mp4", url: "https://e.example/a.mp4" }] },
    ]);
  });

  it("ends soon, however deep or unfinished it is", () => {
    for (const tag of [
      "<ul><li>",
      "<table><tr><td>",
      "<blockquote>",
      "</li>",
      "<pre>",
      "<details>",
    ])
      expect(read(tag.repeat(500)).length).toBeLessThan(500);
  });
});
