import { describe, expect, it } from "vitest";
import { failedRun, pullRequestCard, push } from "../../../tests/support/sample-notifications.ts";
import type { Notification } from "../../domain/notification.ts";
import { translator } from "../../i18n/translate.ts";
import { renderCard } from "./render.ts";

const REPO = "https://github.com/octo/hello";
const AVATAR = "https://avatars.githubusercontent.com/u/583231?v=4";
/** A backtick, which a raw template cannot hold. */
const CODE = "`";
const ESCAPED = "\\`";
const VOICE = { lang: "en", emoji: true };
const embedOf = (notification: Notification, voice = VOICE) =>
  renderCard(notification, voice, translator(voice.lang)).embeds[0];

describe("a card in Discord", () => {
  it("shows a pull request", () => {
    const card = renderCard(pullRequestCard, VOICE, translator("en"));
    expect(card).toEqual({
      content: "",
      embeds: [
        {
          color: 0x2da44e,
          author: {
            name: "🟢 octocat opened pull request #12",
            url: "https://github.com/octocat",
            icon_url: AVATAR,
          },
          title: String.raw`Read lists of \<any\> kind & size`,
          url: `${REPO}/pull/12`,
          description: `Fixes [#11](${REPO}/issues/11), as discussed with [@hubber](https://github.com/hubber).
- ✓ Parser takes \`Vec<String>\`
- ☐ Documentation
▸ **Benchmark**`,
          fields: [
            { name: "Branch", value: "`main` ← `feature/lists`", inline: true },
            { name: "Size", value: "+120 −4 in 3 files", inline: true },
            { name: "Reviewers", value: "✅ [hubber](https://github.com/hubber), ⏳ octo/core" },
            { name: "Checks", value: `❌ 1 ✅ 12: [lint](${REPO}/actions/runs/1/job/2)` },
          ],
          footer: { text: "octo/hello" },
          timestamp: "2026-05-04T12:30:00.000Z",
        },
      ],
      components: [
        {
          type: 1,
          components: [
            { type: 2, style: 3, label: "Merge", custom_id: "gh:pr merge:octo/hello#12" },
            { type: 2, style: 4, label: "Close", custom_id: "gh:pr close:octo/hello#12" },
            { type: 2, style: 5, label: "Files", url: `${REPO}/pull/12/files` },
          ],
        },
      ],
    });
  });

  it("shows a push", () => {
    expect(embedOf(push)).toEqual({
      color: 0x0969da,
      author: {
        name: "⬆️ octocat pushed 3 commits to main",
        url: `${REPO}/compare/1a2b3c4...5d6e7f8`,
        icon_url: AVATAR,
      },
      description: String.raw`- [${CODE}1a2b3c4${CODE}](${REPO}/commit/1a2b3c4) Fix the \*parser\* for ${ESCAPED}a\_b${ESCAPED}
- [${CODE}5d6e7f8${CODE}](${REPO}/commit/5d6e7f8) Add tests for \<T\>
- [${CODE}9a0b1c2${CODE}](${REPO}/commit/9a0b1c2) Bump version to 1.2.3`,
      footer: { text: "octo/hello" },
      timestamp: "2026-05-04T12:30:00.000Z",
    });
  });

  it("shows a failed run", () => {
    expect(embedOf(failedRun)).toEqual({
      color: 0xcf222e,
      author: { name: "❌ CI failed on main", url: "https://github.com/octocat", icon_url: AVATAR },
      title: "Fix the parser",
      url: `${REPO}/actions/runs/42`,
      fields: [
        {
          name: "Failed",
          value: `[test (ubuntu)](${REPO}/actions/runs/42/job/1), [lint](${REPO}/actions/runs/42/job/2)`,
        },
        { name: "Run", value: "#118, attempt 2, 3 min 20 s" },
      ],
      footer: { text: "octo/hello" },
      timestamp: "2026-05-04T12:30:00.000Z",
    });
  });

  it("names people of the chat so that Discord knows them, in the description since only that has markup", () => {
    const embed = embedOf({
      ...failedRun,
      headline: [{ person: "octocat", discordId: "123456789012345678" }, " ran *CI*"],
    });
    expect(embed?.author?.name).toBe("octocat");
    expect(embed?.description).toBe(String.raw`❌ **<@123456789012345678> ran \*CI\***`);
  });

  it("leads to a comment from a headline that names somebody of the chat, too", () => {
    const url = `${REPO}/pull/12#issuecomment-1`;
    const pull = { text: "#12", url: `${REPO}/pull/12` };
    const somebody = { person: "octocat", discordId: "123456789012345678" };
    const headline = [somebody, " commented on ", pull];
    expect(embedOf({ tone: "info", headline, url })?.description).toBe(
      `**<@123456789012345678> [commented on](${url}) [#12](${REPO}/pull/12)**`,
    );
  });

  it("leads where its headline leads when it has neither title nor address", () => {
    const headline = [
      { person: "octocat", url: "https://github.com/octocat" },
      " starred ",
      { text: "hello", url: REPO },
    ];
    expect(embedOf({ tone: "info", headline })?.author?.url).toBe(REPO);
  });

  it("shows none of our emoji to a group that switched them off", () => {
    const embed = embedOf(failedRun, { lang: "en", emoji: false });
    expect(JSON.stringify(embed)).not.toContain("❌");
  });

  it("keeps a link's brackets from ending it", () => {
    const spans = [
      { text: "[WIP] fix", url: "https://example.org/a_(b)" },
      " ",
      { text: "odd ] [ one", url: "https://example.org" },
      " ",
      { text: "https://safe.example", url: "https://evil.example" },
    ];
    expect(
      embedOf({ ...failedRun, fields: [], body: [{ type: "paragraph", spans }] })?.description,
    ).toBe(
      String.raw`[\[WIP\] fix](https://example.org/a_%28b%29) [odd ) ( one](https://example.org/) ` +
        String.raw`https\://safe.example (<https://evil.example/>)`,
    );
  });

  it("makes one link of one that is in several styles, and two quotes of two", () => {
    const url = "https://example.org/";
    const spans = [
      { text: "a", bold: true, url },
      { text: " b", url },
      { text: "c", code: true, url },
    ];
    const quote = { type: "quote" as const, blocks: [{ type: "paragraph" as const, spans }] };
    const line = `> [**a** b${CODE}c${CODE}](${url})`;
    expect(embedOf({ ...failedRun, fields: [], body: [quote, quote] })?.description).toBe(
      `${line}\n\n${line}`,
    );
  });

  it("tells a quote within a quote from what was said about it", () => {
    const paragraph = (text: string) => ({ type: "paragraph" as const, spans: [text] });
    const inner = { type: "quote" as const, blocks: [paragraph("first")] };
    const body = [{ type: "quote" as const, blocks: [inner, paragraph("second")] }];
    expect(embedOf({ ...failedRun, fields: [], body })?.description).toBe(
      "> › first\n> \n> second",
    );
  });

  it("keeps code that contains the marks of code", () => {
    const body: Notification["body"] = [
      {
        type: "paragraph",
        spans: [
          { text: "a`b", code: true },
          { text: "a``b", code: true },
        ],
      },
      { type: "code", language: "md", text: "```\nx\n```" },
    ];
    expect(embedOf({ ...failedRun, fields: [], body })?.description).toBe(
      "``a`b``\u200B`a''b`\n```md\n`\u200B`\u200B`\nx\n`\u200B`\u200B`\u200B\n```",
    );
  });

  it("says how many fields it left out", () => {
    const fields = Array.from({ length: 40 }, (_, index) => ({ name: `n${index}`, value: ["v"] }));
    const embed = embedOf({ ...failedRun, fields });
    expect(embed?.fields).toHaveLength(25);
    expect(embed?.description).toContain("15 more details");
  });
});
