import type { Notification } from "../../src/domain/notification.ts";
import { markdownToBlocks } from "../../src/webhooks/markdown/markdown-to-blocks.ts";

const REPO = "https://github.com/octo/hello";
const AT = Date.UTC(2026, 4, 4, 12, 30);
const OCTOCAT = {
  name: "octocat",
  url: "https://github.com/octocat",
  avatarUrl: "https://avatars.githubusercontent.com/u/583231?v=4",
};

const PULL_BODY = `<!-- Thank you for your contribution! -->
Fixes #11, as discussed with @hubber.

- [x] Parser takes \`Vec<String>\`
- [ ] Documentation

<details><summary>Benchmark</summary>

A long table.

</details>`;

export const pullRequestCard: Notification = {
  tone: "open",
  icon: "🟢",
  headline: [
    { person: "octocat", url: OCTOCAT.url },
    " opened pull request ",
    { text: "#12", url: `${REPO}/pull/12` },
  ],
  title: "Read lists of <any> kind & size",
  url: `${REPO}/pull/12`,
  author: OCTOCAT,
  body: markdownToBlocks(PULL_BODY, { forgeUrl: "https://github.com", repoUrl: REPO }),
  fields: [
    {
      name: "Branch",
      value: [{ text: "main", code: true }, " ← ", { text: "feature/lists", code: true }],
      inline: true,
    },
    { name: "Size", value: ["+120 −4 in 3 files"], inline: true },
    {
      name: "Reviewers",
      value: ["✅ ", { person: "hubber", url: "https://github.com/hubber" }, ", ⏳ octo/core"],
    },
    {
      name: "Checks",
      value: ["❌ 1 ✅ 12: ", { text: "lint", url: `${REPO}/actions/runs/1/job/2` }],
    },
  ],
  footer: "octo/hello",
  at: AT,
  actions: [
    {
      type: "command",
      label: "Merge",
      command: "pr merge",
      payload: "octo/hello#12",
      tone: "success",
    },
    {
      type: "command",
      label: "Close",
      command: "pr close",
      payload: "octo/hello#12",
      tone: "danger",
    },
    { type: "link", label: "Files", url: `${REPO}/pull/12/files` },
  ],
};

export const push: Notification = {
  tone: "info",
  icon: "⬆️",
  headline: [
    { person: "octocat", url: OCTOCAT.url },
    " pushed 3 commits to ",
    { text: "main", code: true },
  ],
  url: `${REPO}/compare/1a2b3c4...5d6e7f8`,
  author: OCTOCAT,
  body: [
    {
      type: "list",
      ordered: false,
      items: [
        ["1a2b3c4", "Fix the *parser* for `a_b`"],
        ["5d6e7f8", "Add tests for <T>"],
        ["9a0b1c2", "Bump version to 1.2.3"],
      ].map(([sha = "", message = ""]) => ({
        blocks: [
          {
            type: "paragraph" as const,
            spans: [{ text: sha, code: true, url: `${REPO}/commit/${sha}` }, ` ${message}`],
          },
        ],
      })),
    },
  ],
  footer: "octo/hello",
  at: AT,
};

export const failedRun: Notification = {
  tone: "failure",
  icon: "❌",
  headline: ["CI failed on ", { text: "main", code: true }],
  title: "Fix the parser",
  url: `${REPO}/actions/runs/42`,
  author: OCTOCAT,
  fields: [
    {
      name: "Failed",
      value: [
        { text: "test (ubuntu)", url: `${REPO}/actions/runs/42/job/1` },
        ", ",
        { text: "lint", url: `${REPO}/actions/runs/42/job/2` },
      ],
    },
    { name: "Run", value: ["#118, attempt 2, 3 min 20 s"] },
  ],
  footer: "octo/hello",
  at: AT,
  actions: [
    {
      type: "command",
      label: "Run again",
      command: "run rerun",
      payload: "octo/hello/42",
      tone: "primary",
    },
    { type: "link", label: "Log", url: `${REPO}/actions/runs/42` },
  ],
};
