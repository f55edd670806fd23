import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import {
  announced,
  cardAfter,
  chinese,
  github,
  presenter,
  statesAfter,
} from "./presenter.fixture.ts";

const repository = { id: 7, full_name: "acme/kettle", html_url: "https://github.com/acme/kettle" };
const sender = { login: "ada" };
const headline = (text: string) => text.split("\n")[0];
const at = (minute: number) => `2026-12-01T09:0${minute}:00Z`;
const thing = (changed: JsonObject = {}): JsonObject => ({
  number: 12,
  state: "open",
  user: { login: "mei" },
  updated_at: at(1),
  ...changed,
});
const tell = (event: string, payload: JsonObject) =>
  github(event, { repository, sender, ...payload });

it.each(["issues", "pull_request", "discussion"])(
  "says why a conversation of %s is locked",
  (event) => {
    const key = event === "issues" ? "issue" : event;
    const locked = (reason: string | null) =>
      tell(event, {
        action: "locked",
        [key]: thing({ locked: true, active_lock_reason: reason, updated_at: at(2) }),
      });
    const unlocked = tell(event, {
      action: "unlocked",
      [key]: thing({ locked: false, active_lock_reason: "spam", updated_at: at(3) }),
    });
    const card = (...events: ReturnType<typeof locked>[]) => cardAfter(events, `${key}:7:12`);

    expect(headline(announced(locked("too heated")))).toMatch(
      /^🔒 ada locked .*#12 as too heated$/,
    );
    expect(headline(announced(locked("OFF_TOPIC")))).toMatch(/#12 as off-topic$/);
    expect(headline(announced(locked("off-topic"), chinese))).toContain("（偏离主题）");
    expect(headline(announced(locked(null)))).toMatch(/#12$/);
    expect(headline(announced(locked("because_i_say_so")))).toMatch(/#12$/);
    expect(card(locked("spam"))).toContain("Conversation: locked as spam");
    expect(card(locked(null))).toContain("Conversation: locked\n");
    expect(card(unlocked, locked("spam"))).not.toContain("Conversation");
  },
);

it.each([
  [{ line: 12 }, "src/a.ts:12"],
  [{ line: 12, start_line: 10 }, "src/a.ts:10–12"],
  [{ line: 12, start_line: 12 }, "src/a.ts:12"],
  [{ line: null, original_line: 7, original_start_line: 5 }, "src/a.ts:5–7"],
  [{ line: 12, start_line: null, original_line: 7, original_start_line: 5 }, "src/a.ts:12"],
  [{}, "src/a.ts"],
])("names the lines of a comment on code (%j) and leads there", (lines, place) => {
  const comment = { id: 3, pull_request_review_id: 9, path: "src/a.ts", body: "Leaks.", ...lines };
  const url = "https://github.com/acme/kettle/pull/12#discussion_r3";
  const commented = tell("pull_request_review_comment", {
    action: "created",
    pull_request: thing(),
    comment: { ...comment, html_url: url, user: sender, updated_at: at(1) },
  });

  expect(headline(announced(commented))).toBe(`💬 ada commented on ${place} in #12`);
  expect(cardAfter([commented], "review:7:9")).toContain(`- ${place} Leaks.`);
  expect(JSON.stringify(statesAfter([commented]).get("review:7:9"))).toContain(url);
});

it("reads an answer to a comment as an answer, by itself and in its review, in any order", () => {
  const said = (id: number, answers: number | undefined) =>
    tell("pull_request_review_comment", {
      action: "created",
      pull_request: thing(),
      comment: {
        id,
        pull_request_review_id: 9,
        path: "src/a.ts",
        line: 4,
        user: sender,
        body: "So it is.",
        updated_at: at(1),
        ...(answers === undefined ? {} : { in_reply_to_id: answers }),
      },
    });
  const review = tell("pull_request_review", {
    action: "submitted",
    pull_request: thing(),
    review: { id: 9, state: "commented", user: sender, body: null, submitted_at: at(1) },
  });
  const card = (...events: ReturnType<typeof said>[]) => headline(cardAfter(events, "review:7:9"));

  expect(headline(announced(said(3, 1)))).toBe("💬 ada replied to a comment on src/a.ts:4 in #12");
  expect(headline(announced(said(3, 1), chinese))).toBe("💬 ada 回复了对 #12 中 src/a.ts:4 的评论");
  expect(card(review, said(3, 1))).toBe("💬 ada replied to a comment on #12");
  expect(card(said(4, 2), said(3, 1), review)).toBe("💬 ada replied to comments on #12");
  expect(card(review, said(3, 1), said(4, undefined))).toBe("💬 ada reviewed #12 with comments");
});

it("reads an answer in a discussion's thread as an answer", () => {
  const said = (parent: number | null) =>
    tell("discussion_comment", {
      action: "created",
      discussion: thing(),
      comment: { id: 3, parent_id: parent, user: sender, body: "Yes.", updated_at: at(1) },
    });

  for (const told of [announced(said(2)), cardAfter([said(2)], "comment:7:discussion-3")])
    expect(headline(told)).toBe("💬 ada replied in discussion #12");
  for (const told of [announced(said(null)), cardAfter([said(null)], "comment:7:discussion-3")])
    expect(headline(told)).toBe("💬 ada commented on discussion #12");
});

it.each([
  ["issues", "issue", "deleted", "🗑️ Issue #12 deleted by ada"],
  ["issues", "issue", "transferred", "📦 Issue #12 transferred to acme/pots by ada"],
  ["discussion", "discussion", "deleted", "🗑️ Discussion #12 deleted by ada"],
  ["discussion", "discussion", "transferred", "📦 Discussion #12 transferred to acme/pots by ada"],
  ["discussion", "discussion", "closed", "🔴 Discussion #12 closed by ada"],
])("names on the card of %s (%s) who %s it", (event, key, action, expected) => {
  const ended = tell(event, {
    action,
    [key]: thing({ updated_at: at(2), ...(action === "closed" ? { state: "closed" } : {}) }),
    changes: { new_repository: { full_name: "acme/pots" } },
  });
  const edited = tell(event, { action: "edited", [key]: thing(), sender: { login: "tomas" } });

  for (const events of [
    [edited, ended],
    [ended, edited],
  ])
    expect(headline(cardAfter(events, `${key}:7:12`))).toBe(expected);
});

it("names on a release's card who withdrew it, and who deleted it", () => {
  const told = (action: string, login: string, minute: number) =>
    tell("release", {
      action,
      release: { id: 5, name: "v1", draft: false, updated_at: at(minute) },
      sender: { login },
    });
  const withdrawn = told("unpublished", "ada", 2);
  const deleted = told("deleted", "mei", 2);
  const card = (...events: ReturnType<typeof told>[]) => headline(cardAfter(events, "release:7:5"));

  expect(card(withdrawn, told("published", "tomas", 1))).toBe("⚪ Release v1 unpublished by ada");
  expect(card(withdrawn, deleted)).toBe("🗑️ Release v1 deleted by mei");
  expect(card(deleted, withdrawn)).toBe("🗑️ Release v1 deleted by mei");
  expect(card(withdrawn, told("published", "tomas", 3))).not.toContain("ada");
});

it.each([
  ["ada", "⚪ ada dismissed mei’s review of #12", "⚪ ada 撤销了 mei 对 #12 的评审"],
  ["mei", "⚪ mei dismissed their own review of #12", "⚪ mei 撤销了自己对 #12 的评审"],
])("says in the reply, too, that %s dismissed a review", (login, inEnglish, inChinese) => {
  const review = { id: 9, user: { login: "mei" }, body: "It leaks." };
  const reviewed = (action: string, by: string, minute: number) =>
    tell("pull_request_review", {
      action,
      pull_request: thing(),
      review: { ...review, state: minute === 1 ? "approved" : "dismissed", updated_at: at(minute) },
      sender: { login: by },
    });
  const submitted = reviewed("submitted", "mei", 1);
  const dismissed = reviewed("dismissed", login, 2);

  for (const events of [
    [submitted, dismissed],
    [dismissed, submitted],
  ]) {
    expect(headline(cardAfter(events, "review:7:9"))).toBe(inEnglish);
    expect(headline(cardAfter(events, "review:7:9", chinese))).toBe(inChinese);
  }
});

it.each([
  ["pull_request_review", { review: { id: 9, body: "Fine." } }],
  ["pull_request_review_comment", { comment: { id: 3, body: "Fine." } }],
  ["issue_comment", { issue: thing(), comment: { id: 3, body: "Fine." } }],
  ["discussion_comment", { discussion: thing(), comment: { id: 3, body: "Fine." } }],
])("does not tell an edit of a %s that changed nothing", (event, said) => {
  const hidden = (changes: JsonObject) => {
    const edited = { action: "edited", pull_request: thing(), ...said, changes };
    return presenter.read(tell(event, edited)).hidden;
  };

  expect(hidden({})).toBeDefined();
  expect(hidden({ body: { from: "Fine." } })).toBeDefined();
  expect(hidden({ body: { from: "" } })).toBeUndefined();
});

it("says where an issue went, and where it came from", () => {
  const moved = (action: string, from: "new" | "old") =>
    tell("issues", {
      action,
      issue: thing({ title: "It leaks" }),
      changes: {
        [`${from}_repository`]: { full_name: "acme/pots" },
        [`${from}_issue`]: { number: 3 },
      },
    });

  const away = moved("transferred", "new");
  expect(headline(announced(away))).toBe("📦 ada transferred #12 to acme/pots#3");
  expect(headline(cardAfter([away], "issue:7:12"))).toContain("to acme/pots#3 by ada");
  expect(headline(announced(moved("opened", "old")))).toBe(
    "📦 ada moved acme/pots#3 here as issue #12",
  );
});

it("shows of a deleted issue that it is gone, and nothing of what it was", () => {
  const gone = tell("issues", {
    action: "deleted",
    issue: thing({ title: "It leaks", labels: [{ name: "bug" }], comments: 2 }),
  });

  expect(cardAfter([gone], "issue:7:12")).not.toMatch(/leaks|bug|Comments/);
});
