import { describe, expect, it } from "vitest";
import { failedRun, pullRequestCard, push } from "../../../tests/support/sample-notifications.ts";
import type { Notification } from "../../domain/notification.ts";
import { translator } from "../../i18n/translate.ts";
import { renderCard } from "./render.ts";

const REPO = "https://github.com/octo/hello";
const TIME = '<tg-time unix="1777897800" format="Dt">2026-05-04 12:30 UTC</tg-time>';
const VOICE = { lang: "en", emoji: true };
const textOf = (notification: Notification, voice = VOICE) =>
  renderCard(notification, voice, translator(voice.lang)).text;

const alone = (body: NonNullable<Notification["body"]>): Notification => ({
  tone: "info",
  headline: ["Hello"],
  body,
});

describe("a card in Telegram", () => {
  it("shows a pull request", () => {
    const card = renderCard(pullRequestCard, VOICE, translator("en"));
    expect(card.text)
      .toBe(`🟢 <b><a href="https://github.com/octocat">octocat</a> opened pull request <a href="${REPO}/pull/12">#12</a></b>
<a href="${REPO}/pull/12">Read lists of &lt;any&gt; kind &amp; size</a>

Fixes <a href="${REPO}/issues/11">#11</a>, as discussed with <a href="https://github.com/hubber">@hubber</a>.
✓ Parser takes <code>Vec&lt;String&gt;</code>
☐ Documentation
▸ <b>Benchmark</b>

<b>Branch</b> <code>main</code> ← <code>feature/lists</code>
<b>Size</b> +120 −4 in 3 files
<b>Reviewers</b> ✅ <a href="https://github.com/hubber">hubber</a>, ⏳ octo/core
<b>Checks</b> ❌ 1 ✅ 12: <a href="${REPO}/actions/runs/1/job/2">lint</a>

<i>octo/hello</i> · ${TIME}`);
    expect(card.keyboard).toEqual([
      [
        { text: "Merge", callback_data: "gh:pr merge:octo/hello#12", style: "success" },
        { text: "Close", callback_data: "gh:pr close:octo/hello#12", style: "danger" },
        { text: "Files", url: `${REPO}/pull/12/files` },
      ],
    ]);
  });

  it("shows a push", () => {
    expect(textOf(push))
      .toBe(`⬆️ <b><a href="https://github.com/octocat">octocat</a> <a href="${REPO}/compare/1a2b3c4...5d6e7f8">pushed 3 commits to</a> </b><code>main</code>

• <a href="${REPO}/commit/1a2b3c4">1a2b3c4</a> Fix the *parser* for \`a_b\`
• <a href="${REPO}/commit/5d6e7f8">5d6e7f8</a> Add tests for &lt;T&gt;
• <a href="${REPO}/commit/9a0b1c2">9a0b1c2</a> Bump version to 1.2.3

<i>octo/hello</i> · ${TIME}`);
  });

  it("links a headline that stands alone as a whole, but for code, which would lose its look", () => {
    const headline = [
      "Checks of ",
      { text: "linter", bold: true },
      " passed on ",
      { text: "main", code: true },
    ];
    const { text } = renderCard({ tone: "success", headline, url: REPO }, VOICE, translator("en"));
    const link = (words: string) => `<a href="${REPO}">${words}</a>`;
    expect(text.replaceAll(/<\/?b>/g, "")).toBe(
      `${link("Checks of")} ${link("linter")} ${link("passed on")} <code>main</code>`,
    );
  });

  it("shows a failed run", () => {
    expect(textOf(failedRun)).toBe(`❌ <b>CI failed on </b><code>main</code>
<a href="${REPO}/actions/runs/42">Fix the parser</a>

<b>Failed</b> <a href="${REPO}/actions/runs/42/job/1">test (ubuntu)</a>, <a href="${REPO}/actions/runs/42/job/2">lint</a>
<b>Run</b> #118, attempt 2, 3 min 20 s

<i>octo/hello</i> · ${TIME}`);
  });

  it("folds a long text into a quote that opens, and says in the group's language what is left out", () => {
    const spans = ["很长的文字。".repeat(1_000)];
    const text = textOf(
      { ...alone([{ type: "paragraph", spans }]), url: "https://example.org/1" },
      { ...VOICE, lang: "zh" },
    );
    expect(text).toMatch(/\n<blockquote expandable>很长的文字。/);
    expect(text).toMatch(
      /…<\/blockquote>\n<a href="https:\/\/example\.org\/1">…还有 [\d,]+ 个字符<\/a>$/,
    );
  });

  it("never puts a quote into a quote", () => {
    const inner = { type: "paragraph" as const, spans: ["word ".repeat(100)] };
    const quote = { type: "quote" as const, blocks: [inner] };
    expect(textOf(alone([quote])).match(/<blockquote/g)).toHaveLength(1);
    expect(textOf(alone([quote, inner])).match(/<blockquote/g)).toHaveLength(1);
    expect(textOf(alone([{ type: "quote", blocks: [quote] }])).match(/<blockquote/g)).toHaveLength(
      1,
    );
  });

  it("shows none of our emoji to a group that switched them off", () => {
    expect(textOf(failedRun, { lang: "en", emoji: false })).not.toContain("❌");
  });

  it("keeps mentions, commands, tags and names of files from becoming something to press", () => {
    const spans = ["@durov /start #tag README.md https://example.org/#a a/b 1.2"];
    expect(textOf(alone([{ type: "paragraph", spans }]))).toBe(
      "<b>Hello</b>\n\n@\u2060durov /\u2060start #\u2060tag README.\u2060md https://example.org/#a a/b 1.2",
    );
  });

  it("makes one link of one that is in several styles, and keeps an item's lines below each other", () => {
    const url = "https://example.org/";
    const spans = [{ text: "a", bold: true, url }, { text: " b", code: true, url }, "\nc"];
    const items = [{ blocks: [{ type: "paragraph" as const, spans }] }];
    expect(textOf(alone([{ type: "list", ordered: false, items }]))).toBe(
      `<b>Hello</b>\n\n• <a href="${url}"><b>a</b> b</a>\n    c`,
    );
  });

  it("puts short buttons side by side and long ones below each other", () => {
    const action = (label: string) => ({
      type: "link" as const,
      label,
      url: "https://example.org",
    });
    const actions = ["One", "Two", "Three", "Four", "A label that is rather long"].map(action);
    const { keyboard } = renderCard({ ...failedRun, actions }, VOICE, translator("en"));
    expect(keyboard.map((row) => row.length)).toEqual([3, 1, 1]);
  });
});
