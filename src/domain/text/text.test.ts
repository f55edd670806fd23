import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../tests/support/any-notification.ts";
import type { Block } from "../text.ts";
import { cleanText, isBlank } from "./clean.ts";
import { cutBlocks, cutText } from "./cut.ts";
import { fitBlocks, fitText } from "./fit.ts";
import { plainBlocks } from "./plain.ts";
import { alignedTable, tableAsList } from "./table.ts";
import { tidyNotification } from "./tidy-notification.ts";
import { webUrl } from "./web-url.ts";

const FAMILY = "👩‍👩‍👧‍👦";
const paragraph = (text: string): Block => ({ type: "paragraph", spans: [text] });

describe("cleaning a text", () => {
  it("takes out what cannot be seen or turns the direction of reading, and mends broken characters", () => {
    expect(cleanText("a\u0000b\u202Ec\u200Bd\uD800e\r\nf\tg")).toBe("abcd\uFFFDe\nf\tg");
  });

  it("keeps emoji of several parts and letters with marks, but no towers of marks", () => {
    expect(cleanText(`${FAMILY} नमस्ते e\u0301`)).toBe(`${FAMILY} नमस्ते e\u0301`);
    expect(cleanText(`e${"\u0301".repeat(500)}`).length).toBeLessThan(10);
  });

  it("knows a text that shows nothing", () => {
    expect(["", " \n", "\u3164", "\u200D\uFE0F", "\u2800"].map(isBlank)).not.toContain(false);
    expect(["a", "中", "🎉", "·"].map(isBlank)).not.toContain(true);
  });
});

describe("cutting a text", () => {
  it("never splits what reads as one character", () => {
    expect(cutText(`ab${FAMILY}cd`, 8)).toBe("ab…");
    expect(cutText("e\u0301e\u0301e\u0301", 4)).toBe("e\u0301…");
    expect(cutText("🇫🇷🇫🇷🇫🇷", 9)).toBe("🇫🇷🇫🇷…");
  });

  it("cuts even a character that has no end", () => {
    expect(cutText("👩\u200D".repeat(5_000), 100).length).toBeGreaterThan(50);
  });

  it("is never longer than asked for, and well-formed when the text is", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 200 }), (text, max) => {
        const cut = cutText(text.toWellFormed(), max);
        expect(cut.length).toBeLessThanOrEqual(max);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });

  it("cuts blocks by characters and by lines, and counts what is left", () => {
    const blocks = [paragraph("one two"), paragraph("three"), paragraph("four")];
    const { blocks: kept, left } = cutBlocks(blocks, { chars: 9, lines: 10 });
    expect(plainBlocks(kept)).toBe("one two\nt…");
    expect(left).toBe("one two\nthree\nfour".length - "one two\nt…".length);
    expect(plainBlocks(cutBlocks(blocks, { chars: 99, lines: 2 }).blocks)).toBe("one two\nthree");
    expect(cutBlocks(blocks, { chars: 99, lines: 3 }).left).toBe(0);
  });

  it("shows rows of a table whole or not at all", () => {
    const table: Block = { type: "table", header: [["a"]], rows: [[["1"]], [["22222"]]] };
    expect(cutBlocks([table], { chars: 4, lines: 9 }).blocks).toEqual([
      { ...table, rows: [[["1"]]] },
    ]);
  });
});

describe("fitting a text", () => {
  it("counts what escapes and markup add", () => {
    const render = (text: string): string => text.replace(/\*/g, String.raw`\*`);
    const fitted = fitText("*".repeat(500), 256, render);
    expect(fitted.length).toBeLessThanOrEqual(256);
    expect(fitted.length).toBeGreaterThan(200);
  });

  it("leaves out what no room is left for", () => {
    expect(fitBlocks([paragraph("word")], { chars: 9, lines: 9 }, -5, plainBlocks)).toEqual({
      text: "",
      left: 4,
    });
  });
});

describe("tables", () => {
  it("are aligned, wide characters counting twice", () => {
    const rows = [
      [["中文"], ["1"]],
      [["a"], ["22"]],
    ];
    expect(alignedTable({ type: "table", header: [["name"], ["n"]], rows })).toBe(
      "name  n\n────  ──\n中文  1\na     22",
    );
  });

  it("are not aligned where a phone would break their lines", () => {
    const wide = "word ".repeat(5);
    const table = { type: "table" as const, header: [[wide], [wide], [wide]], rows: [] };
    expect(alignedTable(table)).toBeUndefined();
  });

  it("are lists where they are wide, without what a column's name says already", () => {
    const header = [["Package"], ["Change"], ["Age"]];
    const list = (rows: string[][]) =>
      plainBlocks([
        tableAsList({ type: "table", header, rows: rows.map((row) => row.map((cell) => [cell])) }),
      ]);
    expect(list([["vite", "5 → 6", "age"]])).toBe("- Package: vite · Change: 5 → 6");
    expect(
      list([
        ["vite", "5 → 6", "1 d"],
        ["hono", "", "2 d"],
      ]),
    ).toBe("- vite · Change: 5 → 6 · Age: 1 d\n- hono · Age: 2 d");
  });
});

describe("tidying a notification", () => {
  it("leaves out what is empty or leads nowhere, and keeps a headline at any price", () => {
    const tidy = tidyNotification(
      {
        tone: "info",
        icon: "✅",
        headline: ["\u3164"],
        title: "Title",
        url: "javascript:alert(1)",
        fields: [
          { name: "Empty", value: [" "] },
          { name: "Full", value: ["x"] },
        ],
        actions: [
          { type: "link", label: "Go", url: "ftp://example.org" },
          { type: "command", label: "Do", command: "pr merge", payload: "a\u0000b" },
        ],
      },
      { lang: "en", emoji: false },
    );
    expect(tidy).toEqual({
      tone: "info",
      headline: ["Title"],
      title: "Title",
      fields: [{ name: "Full", value: ["x"] }],
      actions: [],
    });
  });

  it("takes web addresses only, and none that hides its host behind a name", () => {
    expect(webUrl("https://example.org/ä b")).toBe("https://example.org/%C3%A4%20b");
    const refused = [
      "javascript:alert(1)",
      "mailto:a@b.c",
      "x",
      "https://github.com@evil.example/",
    ];
    expect(refused.map((url) => webUrl(url))).toEqual(refused.map(() => undefined));
  });
});
