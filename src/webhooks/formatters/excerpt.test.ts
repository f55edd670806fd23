import { describe, expect, it } from "vitest";
import { drawnInDiscord, drawnInTelegram } from "../../../scripts/events/drawn.ts";
import { excerpt, leftOut, textIn } from "./excerpt.ts";
import { chinese, english, github, presenter, statesAfter } from "./presenter.fixture.ts";

const kept = (markdown: string) => textIn(excerpt(markdown));

describe("what is kept of a text", () => {
  it("leaves comments out, but not those that code shows", () => {
    expect(kept("a <!-- b\n\nc --> d")).toBe("a  d");
    expect(kept("```html\n<!-- a -->\n```\nUse `<!--` and `-->`.")).toBe(
      "```html\n<!-- a -->\n```\nUse `<!--` and `-->`.",
    );
    expect(kept("Begin with `<!--` and go on.")).toBe("Begin with `<!--` and go on.");
    expect(kept(`<!-- ${"explain ".repeat(1_000)} -->\n\nHello`)).toBe("Hello");
    expect(kept("a\n\n<!-- never ended")).toBe("a");
    expect(kept("a <!-- b")).toBe("a <!-- b");
  });

  it("ends before a link or a tag that would be cut through", () => {
    const words = "word ".repeat(95);
    expect(kept(`${words}[a long name](https://example.org/${"x".repeat(99)}) end`)).toBe(
      `${words.trim()} …`,
    );
    expect(kept(`${words}<img width="1" src="https://example.org/${"x".repeat(99)}">`)).toBe(
      `${words.trim()} …`,
    );
  });

  it("closes code and bold that the cut goes through, and adds nothing to a line that ends", () => {
    const words = "word ".repeat(95);
    expect(kept(`${words}and **bold words at the very end**`)).toBe(
      `${words}and **bold words at the** …`,
    );
    expect(kept(`${words}and \`code that is long enough\``)).toBe(
      `${words}and \`code that is long\` …`,
    );
    const rows = "| 1 | 2 |\n".repeat(99);
    expect(kept(`| a | b |\n|---|---|\n${rows}`)).toMatch(/\| 1 \| 2 \|$/);
  });

  it("is shown with how much there is beyond it, whoever claims otherwise", () => {
    const body = `${"word ".repeat(2_000)}end`;
    const issue = { number: 7, title: "It leaks", html_url: "https://github.com/a/b/issues/7" };
    const opened = (text: string) =>
      github("issues", {
        action: "opened",
        issue: { ...issue, id: 1, state: "open", body: text },
        repository: { id: 5, full_name: "a/b", html_url: "https://github.com/a/b" },
      });
    const [{ kind, state } = { kind: "issue" as const, state: {} }] = statesAfter([
      opened(body),
    ]).values();
    const card = presenter.show(kind, state, english);
    expect(drawnInDiscord(card, english)).toContain("\n… 9,504 more characters\n");
    expect(drawnInTelegram(card, english)).toContain("\n… 9,504 more characters\n");
    const older = {
      kind: "value",
      version: [0, 0, 0],
      value: "kept by an older version …",
    } as const;
    expect(
      drawnInDiscord(presenter.show(kind, { ...state, body: older }, english), english),
    ).toMatch(/older version …\n(?!…)/);
    const post = presenter.announce(opened(body), chinese, "post");
    expect(drawnInDiscord(post, chinese)).toMatch(/\n…还有 9,00\d 个字符\n/);
    expect(leftOut(excerpt("short"))).toBeUndefined();
  });

  it("has as many lines as a message can show, and counts the others", () => {
    const lines = excerpt("a\n".repeat(200));
    expect(textIn(lines).split("\n")).toHaveLength(120);
    expect(leftOut(lines)).toBe(160);
  });
});
