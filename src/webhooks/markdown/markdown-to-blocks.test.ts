import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../tests/support/any-notification.ts";
import { plainBlocks } from "../../domain/text/plain.ts";
import { markdownToBlocks } from "./markdown-to-blocks.ts";

const FORGE = "https://github.com";
const REPO = `${FORGE}/octo/hello`;
const CONTEXT = { forgeUrl: FORGE, repoUrl: REPO };

const read = (markdown: string) => markdownToBlocks(markdown, CONTEXT);
/** The spans of the only paragraph. */
function line(markdown: string) {
  const [block, ...more] = read(markdown);
  if (block?.type !== "paragraph" || more.length > 0) throw new Error("not one paragraph");
  return block.spans;
}

describe("Markdown of a forge", () => {
  it("reads headings, lists, task lists, quotes, code and rules", () => {
    const markdown =
      "# One\n\n3. a\n4. b\n   - c\n\n- [x] d\n- [ ] e\n\n> f\n> > g\n\n```ts\nh<T>\n```\n\n---";
    const paragraph = (text: string) => ({ type: "paragraph", spans: [text] });
    expect(read(markdown)).toEqual([
      { type: "heading", level: 1, spans: ["One"] },
      {
        type: "list",
        ordered: true,
        start: 3,
        items: [
          { blocks: [paragraph("a")] },
          {
            blocks: [
              paragraph("b"),
              { type: "list", ordered: false, items: [{ blocks: [paragraph("c")] }] },
            ],
          },
        ],
      },
      {
        type: "list",
        ordered: false,
        items: [
          { checked: true, blocks: [paragraph("d")] },
          { checked: false, blocks: [paragraph("e")] },
        ],
      },
      { type: "quote", blocks: [paragraph("f"), { type: "quote", blocks: [paragraph("g")] }] },
      { type: "code", text: "h<T>", language: "ts" },
      { type: "rule" },
    ]);
  });

  it("reads tables", () => {
    expect(read("| a | b |\n|---|:-:|\n| 1 | **2** |")).toEqual([
      { type: "table", header: [["a"], ["b"]], rows: [[["1"], [{ text: "2", bold: true }]]] },
    ]);
  });

  it("keeps styles inside each other, and those of inline HTML", () => {
    expect(line("**a *b*** ~~c~~ `d` <b>e</b> <kbd>f</kbd>")).toEqual([
      { text: "a ", bold: true },
      { text: "b", bold: true, italic: true },
      " ",
      { text: "c", strike: true },
      " ",
      { text: "d", code: true },
      " ",
      { text: "e", bold: true },
      " ",
      { text: "f", code: true },
    ]);
  });

  it("links people, issues, other repositories and commits, but not in code or in links", () => {
    const sha = "1a2b3c4d5e6f70819203a4b5c6d7e8f901234567";
    const text = `@hubber #12 octo/other#3 ${sha} a@b.c @types/node`;
    expect(line(`${text} \`#1\` [#2](https://x.example)`)).toEqual([
      { text: "@hubber", url: `${FORGE}/hubber` },
      " ",
      { text: "#12", url: `${REPO}/issues/12` },
      " ",
      { text: "octo/other#3", url: `${FORGE}/octo/other/issues/3` },
      " ",
      { text: "1a2b3c4", url: `${REPO}/commit/${sha}`, code: true },
      " a@b.c @types/node ",
      { text: "#1", code: true },
      " ",
      { text: "#2", url: "https://x.example" },
    ]);
  });

  it("links another repository’s commit and an app there, not here", () => {
    expect(line("octo/other@1a2b3c4d5e, by @dependabot[bot]; octo@1a2b3c4 a@1a2b3c4d.org")).toEqual(
      [
        { text: "octo/other@1a2b3c4", url: `${FORGE}/octo/other/commit/1a2b3c4d5e` },
        ", by ",
        { text: "@dependabot[bot]", url: `${FORGE}/apps/dependabot` },
        "; octo@1a2b3c4 a@1a2b3c4d.org",
      ],
    );
  });

  it("links nothing of a forge it does not know", () => {
    expect(markdownToBlocks("@hubber #12 [a](b.md)")).toEqual([
      { type: "paragraph", spans: ["@hubber #12 a"] },
    ]);
  });

  it("calls addresses of this forge by their short names", () => {
    const comment = `${FORGE}/octo/other/issues/8#issuecomment-9`;
    expect(line(`${REPO}/pull/7 ${comment} ${REPO}/compare/v1...v2`)).toEqual([
      { text: "#7", url: `${REPO}/pull/7` },
      " ",
      { text: "octo/other#8", url: comment },
      " ",
      { text: "v1...v2", url: `${REPO}/compare/v1...v2` },
    ]);
  });

  it("resolves relative links, and follows none that is not of the web", () => {
    expect(
      line(
        "[a](docs/a.md) [b](/octo/wiki) [c](javascript:alert(1)) [d](#top) [e][r]\n\n[r]: ./e.md",
      ),
    ).toEqual([
      { text: "a", url: `${REPO}/blob/HEAD/docs/a.md` },
      " ",
      { text: "b", url: `${FORGE}/octo/wiki` },
      " c d ",
      { text: "e", url: `${REPO}/blob/HEAD/e.md` },
    ]);
  });

  it("shows images as links, and badges as the link they are in", () => {
    expect(
      line(
        '![shot](a.png) [![CI](https://b.example/c.svg)](https://d.example) <img src="https://e.example/f.png">',
      ),
    ).toEqual([
      { text: "shot", url: `${REPO}/blob/HEAD/a.png` },
      " ",
      { text: "CI", url: "https://d.example" },
      " ",
      { text: "f.png", url: "https://e.example/f.png" },
    ]);
  });

  it("keeps what a details hides together under its summary", () => {
    expect(read("a\n\n<details>\n<summary>Log</summary>\n\n- b\n\n</details>\n\nc")).toEqual([
      { type: "paragraph", spans: ["a"] },
      {
        type: "details",
        summary: ["Log"],
        blocks: [
          {
            type: "list",
            ordered: false,
            items: [{ blocks: [{ type: "paragraph", spans: ["b"] }] }],
          },
        ],
      },
      { type: "paragraph", spans: ["c"] },
    ]);
  });

  it("drops comments and tags but neither their text nor generics", () => {
    expect(read("<!-- fill\n\nin -->\n<p align='center'>a &lt;b&gt;<br>c</p>")).toEqual([
      { type: "paragraph", spans: ["a <b>\nc"] },
    ]);
    expect(line("Vec<String>, Map<K, V> and <T> <!-- x -->stay")).toEqual([
      "Vec<String>, Map<K, V> and <T> stay",
    ]);
    expect(read("```html\n<!-- kept --><p>\n```")).toEqual([
      { type: "code", text: "<!-- kept --><p>", language: "html" },
    ]);
  });

  it("knows the emoji people type, and only between colons of their own", () => {
    expect(line(":tada: :+1::rocket: 12:30:45 a:tada:b a::new::b :not_one:")).toEqual([
      "🎉 👍🚀 12:30:45 a:tada:b a::new::b :not_one:",
    ]);
  });

  it("tells a footnote from the text above it", () => {
    expect(read("So it is[^a].\n\n[^a]: **Because**.")).toEqual([
      { type: "paragraph", spans: ["So it is[a]."] },
      { type: "paragraph", spans: ["[a] ", { text: "Because", bold: true }, "."] },
    ]);
  });

  it("titles the forge's alerts", () => {
    expect(read("> [!WARNING]\n> Mind the gap")).toEqual([
      {
        type: "quote",
        blocks: [
          { type: "heading", level: 6, spans: ["Warning"] },
          { type: "paragraph", spans: ["Mind the gap"] },
        ],
      },
    ]);
  });

  it("reads only the beginning of a very long text and says that there is more", () => {
    const blocks = read("A line of text.\n\n".repeat(5_000));
    expect(blocks.length).toBeLessThan(500);
    expect(blocks.at(-1)).toEqual({ type: "paragraph", spans: ["…"] });
  });

  it("reads nothing as nothing", () => {
    expect([read(""), read(" \n\n "), read("<!-- -->"), markdownToBlocks(null)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
  });

  it("takes any text without failing, and loses none of its words", () => {
    fc.assert(
      fc.property(anyText, fc.array(anyText, { maxLength: 4 }), (first, rest) => {
        read([first, ...rest].join("\n\n"));
        expect(plainBlocks(read(`word ${"x".repeat(10)}\n\n${first}`))).toContain(
          "word xxxxxxxxxx",
        );
      }),
      { numRuns: 25 },
    );
  });

  it("reads none of what takes a parser many times as long as other texts of its length", () => {
    const costly = [
      "- - - - - - - - - a\n".repeat(95),
      "> a\n".repeat(400),
      "**a*".repeat(440),
      "__*".repeat(600),
      "]".repeat(1_800),
      `https://a.b/${")".repeat(1_700)}x`,
    ];
    for (const text of costly) expect(plainBlocks(read(text)).trim()).toBe(text.trim());
    expect(read("- > a\n".repeat(100))[0]).toMatchObject({ type: "list" });
  });

  it("ends soon on texts made to keep a parser busy", () => {
    const texts = [
      ["> ", 5_000],
      [">", 9_000],
      ["> - ", 4_000],
      ["- ", 9_000],
      ["[", 20_000],
      ["[a](", 5_000],
      ["![", 9_000],
      ["[a][b]", 3_000],
      ["*a_", 7_000],
      ["a**b", 5_000],
      ["*a **a ", 3_000],
      ["~a ~~", 4_000],
      ["<a ", 7_000],
      ["<!--", 5_000],
      ["&", 20_000],
      ["| a ", 5_000],
      ["a\n", 9_000],
      ["[^a]: b\n", 2_500],
      ["`", 9_000],
      ["@a #1 a/b#2 ", 2_000],
      ["a/", 9_000],
      [":a", 9_000],
    ] as const;
    // A parser that is not guarded needs minutes for some of these, or overflows its stack: the
    // test's own time limit is the measure.
    for (const [part, times] of texts) expect(read(part.repeat(times)).length).toBeLessThan(3_100);
  });
});
