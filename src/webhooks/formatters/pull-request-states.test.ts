import { expect, it } from "vitest";
import { drawnInDiscord, drawnInTelegram } from "../../../scripts/events/drawn.ts";
import { event, message, messageIn, post } from "../../../tests/support/hard-messages.ts";
import type { JsonObject } from "../../domain/json.ts";

const VOICE = { lang: "en", emoji: true };

function pull(minute: number, action: string, changed: JsonObject = {}) {
  return event("pull_request", {
    action,
    pull_request: {
      number: 2,
      title: "Warm it",
      state: "open",
      draft: false,
      user: { login: "lena" },
      html_url: "https://github.com/acme/kettle/pull/2",
      head: { ref: "warm", sha: "f".repeat(40) },
      base: { ref: "main" },
      additions: 4,
      deletions: 1,
      changed_files: 1,
      updated_at: `2026-12-01T09:${String(minute).padStart(2, "0")}:00Z`,
      ...changed,
    },
  });
}

const opened = pull(0, "opened", { draft: true });
const ready = pull(1, "ready_for_review");
const enqueued = pull(2, "enqueued");
const dequeued = pull(3, "dequeued");
const closed = { state: "closed", closed_at: "2026-12-01T09:04:00Z" };

it.each([
  ["a draft", [opened], "📝 Draft pull request #2 by lena", "draft"],
  ["open once it is ready", [opened, ready], "🟢 Pull request #2 opened by lena", "open"],
  ["queued for merge", [opened, ready, enqueued], "🚦 Pull request #2 queued for merge", "pending"],
  ["open again when it left the queue", [ready, enqueued, dequeued], "🟢 Pull request #2", "open"],
  ["closed", [ready, pull(4, "closed", closed)], "🔴 Pull request #2 closed by lena", "closed"],
  [
    "merged",
    [enqueued, pull(4, "closed", { ...closed, merged: true })],
    "🟣 Pull request #2 merged by lena",
    "merged",
  ],
  [
    "reopened",
    [ready, pull(4, "closed", closed), pull(5, "reopened")],
    "🟢 Pull request #2 opened by lena",
    "open",
  ],
] as const)("shows in both chats that a pull request is %s", (_state, events, headline, tone) => {
  const shown = message("pull_request", ...events);
  expect(shown.tone).toBe(tone);
  for (const text of [drawnInDiscord(shown, VOICE), drawnInTelegram(shown, VOICE)]) {
    expect(text.split("\n")[0]).toContain(headline);
    expect(text).toMatch(/Branches:? main ← warm/);
    expect(text).toMatch(/Size:? \+4 −1 in 1 file/);
  }
});

it("summarises checks with the failing ones first, by name and linked", () => {
  const check = (name: string, conclusion: string | null): ReturnType<typeof event> =>
    event("check_run", {
      action: conclusion === null ? "created" : "completed",
      check_run: {
        id: 1,
        name,
        head_sha: "f".repeat(40),
        status: conclusion === null ? "in_progress" : "completed",
        conclusion,
        html_url: `https://ci.example.com/${name}`,
        started_at: "2026-12-01T09:06:00Z",
        app: { slug: "ci" },
        pull_requests: [{ number: 2, head: { ref: "warm" }, base: { repo: { id: 7 } } }],
      },
    });
  const passed = ["a", "b", "c"].map((name) => check(name, "success"));
  const shown = message(
    "pull_request",
    ready,
    ...passed,
    check("e2e", "failure"),
    check("x", null),
  );
  const checks = shown.fields?.find(({ name }) => name === "Checks");

  expect(drawnInDiscord(shown, VOICE)).toContain("Checks: e2e · ✅ 3 ❌ 1 ⏳ 1");
  expect(drawnInTelegram(shown, VOICE)).toContain("Checks e2e · ✅ 3 ❌ 1 ⏳ 1");
  expect(checks?.value).toContainEqual({ text: "e2e", url: "https://ci.example.com/e2e" });
});

it("names the forge in the footer where the group gave it a name", () => {
  const named = { ...VOICE, forgeNames: { "github.com": "Our GitHub" } };
  const shown = messageIn(named, "pull_request", ready);
  expect(message("pull_request", ready).footer).toBe("acme/kettle");
  expect(drawnInDiscord(shown, named)).toContain("acme/kettle · Our GitHub");
  expect(drawnInTelegram(shown, named)).toContain("acme/kettle · Our GitHub");
});

it("names what a pull request starts with, and whose branch it comes from", () => {
  const forked = pull(0, "opened", {
    head: { ref: "warm", repo: { id: 8, owner: { login: "mei" } } },
    base: { ref: "main", repo: { id: 7 } },
    labels: [{ name: "bug" }],
    assignees: [{ login: "tomas" }],
    milestone: { title: "v1" },
  });
  const expected = [
    "Labels: bug",
    "Assignees: tomas",
    "Milestone: v1",
    "Branches: main ← mei:warm",
    "Size: +4 −1 in 1 file",
  ];

  for (const shown of [post(forked), message("pull_request", forked)]) {
    const lines = shown === undefined ? [] : drawnInDiscord(shown, VOICE).split("\n");
    expect(lines).toEqual(expect.arrayContaining(expected));
  }
});

it("says a verdict in words where emoji are off, in the language's own parentheses", () => {
  const approved = event("pull_request_review", {
    action: "submitted",
    pull_request: { number: 2, state: "open", updated_at: "2026-12-01T09:00:00Z" },
    review: { id: 9, state: "approved", user: { login: "mei" } },
  });
  const shownIn = (lang: string) =>
    drawnInDiscord(messageIn({ lang, emoji: false }, "pull_request", approved), {
      lang,
      emoji: false,
    });

  expect(shownIn("en")).toContain("mei (approved)");
  expect(shownIn("zh")).toContain("mei（已批准）");
});
