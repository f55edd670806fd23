import { expect, it } from "vitest";
import { drawnInDiscord, drawnInTelegram } from "../../../scripts/events/drawn.ts";
import {
  answeredDiscussion,
  approval,
  codeFinding,
  commits,
  created,
  deleted,
  dependabot,
  deploymentStatus,
  event,
  job,
  leakedSecret,
  message,
  post,
  push,
  run,
  sponsorship,
  transferredIssue,
  transferredRepository,
} from "../../../tests/support/hard-messages.ts";
import type { Notification } from "../../domain/notification.ts";

const VOICE = { lang: "en", emoji: true };
const SITE = "https://kettle.acme.dev";
const topic = { ref: "refs/heads/topic" };
const tag = { ref: "refs/tags/v1" };
const create = (ref_type: string, ref: string) => event("create", { ref, ref_type });
const remove = (ref_type: string, ref: string) => event("delete", { ref, ref_type });

const failed = [job("build", "success"), job("test", "failure"), run({ conclusion: "failure" })];
const RERUN = {
  run_attempt: 2,
  run_started_at: "2026-12-01T09:10:00Z",
  updated_at: "2026-12-01T09:12:00Z",
};
const again = run({ ...RERUN, status: "in_progress", conclusion: null });
const passed = [job("test", "success", 2), run({ ...RERUN, conclusion: "success" })];

type Case = readonly [
  what: string,
  told: Notification | undefined,
  discord: string,
  telegram: string,
];

/** What people read, in both chats. The times are the events’: all of them arrived at 23:00. */
const CASES: readonly Case[] = [
  [
    "a push of many commits, with the true number of the others",
    post(push({ commits: [...commits(12), ...commits(3, false)] })),
    `
📦 lena pushed 12 commits to main
- ccccccc Warm <0> cups
- ccccccc Warm <1> cups
- ccccccc Warm <2> cups
- ccccccc Warm <3> cups
- ccccccc Warm <4> cups
- ccccccc Warm <5> cups
- ccccccc Warm <6> cups
- ccccccc Warm <7> cups
- and 4 more commits
acme/kettle · 2026-12-01 09:00 UTC`,
    `
📦 lena pushed 12 commits to main
• ccccccc Warm <0> cups
• ccccccc Warm <1> cups
• ccccccc Warm <2> cups
• ccccccc Warm <3> cups
• ccccccc Warm <4> cups
• ccccccc Warm <5> cups
• ccccccc Warm <6> cups
• ccccccc Warm <7> cups
• and 4 more commits

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a force push, with before and after",
    post(push({ forced: true, commits: commits(1) })),
    `
⚠️ lena force-pushed main from aaaaaaa to bbbbbbb
- ccccccc Warm <0> cups
acme/kettle · 2026-12-01 09:00 UTC`,
    `
⚠️ lena force-pushed main from aaaaaaa to bbbbbbb

• ccccccc Warm <0> cups

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a new branch, which `create` and `push` tell together",
    message("ref", push({ ...topic, ...created, commits: commits(1) }), create("branch", "topic")),
    `
🌱 lena pushed 1 commit to the new branch topic
- ccccccc Warm <0> cups
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
🌱 lena pushed 1 commit to the new branch topic

• ccccccc Warm <0> cups

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "a new branch without commits",
    message("ref", create("branch", "topic"), push({ ...topic, ...created })),
    `
🌱 lena created the branch topic
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
🌱 lena created the branch topic

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "a deleted branch, which `delete` and `push` tell together",
    message("ref", push({ ...topic, ...deleted }), remove("branch", "topic")),
    `
🗑️ lena deleted the branch topic
acme/kettle · 2026-12-01 09:00 UTC`,
    `
🗑️ lena deleted the branch topic

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a new tag",
    message("ref", push({ ...tag, ...created }), create("tag", "v1")),
    `
🏷️ lena created the tag v1
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
🏷️ lena created the tag v1

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "a deleted tag",
    message("ref", push({ ...tag, ...deleted })),
    `
🗑️ lena deleted the tag v1
acme/kettle · 2026-12-01 09:00 UTC`,
    `
🗑️ lena deleted the tag v1

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a moved tag",
    post(push({ ...tag, forced: true })),
    `
🏷️ lena moved the tag v1 from aaaaaaa to bbbbbbb
acme/kettle · 2026-12-01 09:00 UTC`,
    `
🏷️ lena moved the tag v1 from aaaaaaa to bbbbbbb

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "commits that other branches had before",
    post(push({ commits: commits(2, false) })),
    `
↪️ lena moved main from aaaaaaa to bbbbbbb, with no new commits
acme/kettle · 2026-12-01 09:00 UTC`,
    `
↪️ lena moved main from aaaaaaa to bbbbbbb, with no new commits

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a failed run with its jobs, whichever came first",
    message("workflow_run", ...failed),
    `
❌ CI failed on main
Warm it
Jobs: test ❌, build ✅
Commit: bbbbbbb
Triggered by: push · lena
Duration: 4 min 30 s
acme/kettle · 2026-12-01 09:04 UTC
[Open]`,
    `
❌ CI failed on main
Warm it

Jobs test ❌, build ✅
Commit bbbbbbb
Triggered by push · lena
Duration 4 min 30 s

acme/kettle · 2026-12-01 09:04 UTC
[Open]`,
  ],
  [
    "a failed run as a reply",
    message("failed_run", ...failed),
    `
❌ CI failed on main: test`,
    `
❌ CI failed on main: test`,
  ],
  [
    "a re-run on its way, whatever stale news come after it",
    message("workflow_run", again, ...failed),
    `
⏳ CI is running on main
Warm it
Jobs: build ✅
Commit: bbbbbbb
Triggered by: push · lena
Attempt: 2
acme/kettle · 2026-12-01 09:12 UTC
[Open]`,
    `
⏳ CI is running on main
Warm it

Jobs build ✅
Commit bbbbbbb
Triggered by push · lena
Attempt 2

acme/kettle · 2026-12-01 09:12 UTC
[Open]`,
  ],
  [
    "a re-run that passed",
    message("workflow_run", ...failed, ...passed),
    `
✅ CI passed on main
Warm it
Jobs: build ✅, test ✅
Commit: bbbbbbb
Triggered by: push · lena
Attempt: 2
Duration: 2 min
acme/kettle · 2026-12-01 09:12 UTC
[Open]`,
    `
✅ CI passed on main
Warm it

Jobs build ✅, test ✅
Commit bbbbbbb
Triggered by push · lena
Attempt 2
Duration 2 min

acme/kettle · 2026-12-01 09:12 UTC
[Open]`,
  ],
  [
    "a re-run that passed, in the reply that said it failed",
    message("failed_run", ...failed, ...passed),
    `
✅ CI passed on main`,
    `
✅ CI passed on main`,
  ],
  [
    "a run that waits for approval",
    message("workflow_run", approval("requested")),
    `
⏸️ Deploy waits for approval on main
Approval: production: waiting
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
⏸️ Deploy waits for approval on main

Approval production: waiting

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "an approved run",
    message("workflow_run", approval("approved"), approval("requested")),
    `
⏸️ Deploy waits for approval on main
Approval: production: approved by lena
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
⏸️ Deploy waits for approval on main

Approval production: approved by lena

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "a deployment that waits for approval",
    message("deployment", deploymentStatus("waiting")),
    `
⏸️ Deployment of main to production waits for approval
Commit: bbbbbbb
acme/kettle · 2026-12-01 09:04 UTC
[Open]`,
    `
⏸️ Deployment of main to production waits for approval

Commit bbbbbbb

acme/kettle · 2026-12-01 09:04 UTC
[Open]`,
  ],
  [
    "a deployment that is done",
    message("deployment", deploymentStatus("success", { environment_url: SITE })),
    `
✅ Deployment of main to production succeeded
Commit: bbbbbbb
acme/kettle · 2026-12-01 09:04 UTC
[Open] [Open site]`,
    `
✅ Deployment of main to production succeeded

Commit bbbbbbb

acme/kettle · 2026-12-01 09:04 UTC
[Open] [Open site]`,
  ],
  [
    "a critical vulnerability",
    post(dependabot("critical", "kettle-lid")),
    `
🚨 Dependabot found a vulnerability in kettle-lid (critical)
It boils over
Fixed in: 2.0.1
File: package.json
Advisory: CVE-2026-1
acme/kettle · 2026-12-01 09:00 UTC`,
    `
🚨 Dependabot found a vulnerability in kettle-lid (critical)
It boils over

Fixed in 2.0.1
File package.json
Advisory CVE-2026-1

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a low vulnerability",
    post(dependabot("low", "spoon")),
    `
🛡️ Dependabot found a vulnerability in spoon (low)
It boils over
Fixed in: 2.0.1
File: package.json
Advisory: CVE-2026-1
acme/kettle · 2026-12-01 09:00 UTC`,
    `
🛡️ Dependabot found a vulnerability in spoon (low)
It boils over

Fixed in 2.0.1
File package.json
Advisory CVE-2026-1

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a finding of code scanning",
    post(codeFinding("high")),
    `
🚨 CodeQL found a problem (high): #5
SQL injection
File: src/db.ts:7
Branch: main
acme/kettle · 2026-12-01 09:00 UTC`,
    `
🚨 CodeQL found a problem (high): #5
SQL injection

File src/db.ts:7
Branch main

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
  [
    "a leaked secret, without it",
    post(leakedSecret()),
    `
🚨 A secret was found in acme/kettle: GitHub Personal Access Token
2026-12-01 09:00 UTC`,
    `
🚨 A secret was found in acme/kettle: GitHub Personal Access Token

2026-12-01 09:00 UTC`,
  ],
  [
    "a sponsor",
    post(sponsorship("public")),
    `
💖 mei now sponsors lena
Tier: $5 a month
2026-12-01 09:00 UTC`,
    `
💖 mei now sponsors lena

Tier $5 a month

2026-12-01 09:00 UTC`,
  ],
  [
    "a private sponsor, without name and tier",
    post(sponsorship("private")),
    `
💖 A private sponsor now sponsors lena
2026-12-01 09:00 UTC`,
    `
💖 A private sponsor now sponsors lena

2026-12-01 09:00 UTC`,
  ],
  [
    "an issue that moved away",
    message("issue", transferredIssue()),
    `
📦 Issue #12 transferred to acme/pots#1 by lena
It leaks
Author: mei
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
📦 Issue #12 transferred to acme/pots#1 by lena
It leaks

Author mei

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "a repository that moved",
    post(transferredRepository()),
    `
📦 lena transferred mei/kettle to acme/kettle
2026-12-01 23:00 UTC`,
    `
📦 lena transferred mei/kettle to acme/kettle

2026-12-01 23:00 UTC`,
  ],
  [
    "an answered discussion",
    message("discussion", answeredDiscussion()),
    `
✅ Discussion #8 answered
How hot?
Author: mei
Category: Q&A
Comments: 2
acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
    `
✅ Discussion #8 answered
How hot?

Author mei
Category Q&A
Comments 2

acme/kettle · 2026-12-01 09:00 UTC
[Open]`,
  ],
  [
    "an answer",
    post(answeredDiscussion()),
    `
✅ lena marked tomas’s comment as the answer to discussion #8
How hot?
Boiling: 100 °C.
acme/kettle · 2026-12-01 09:00 UTC`,
    `
✅ lena marked tomas’s comment as the answer to discussion #8
How hot?

Boiling: 100 °C.

acme/kettle · 2026-12-01 09:00 UTC`,
  ],
];

it.each(CASES)("tells %s", (_what, told, discord, telegram) => {
  if (told === undefined) throw new Error("It is told to nobody");
  expect(`\n${drawnInDiscord(told, VOICE)}`).toBe(discord);
  expect(`\n${drawnInTelegram(told, VOICE)}`).toBe(telegram);
  expect(JSON.stringify(told)).not.toMatch(/hunter2/);
});

it("tells nothing of the branches that a merge queue works on", () => {
  const ref = "refs/heads/gh-readonly-queue/main/pr-1-abc";
  expect(post(push({ ref, ...created }))).toBeUndefined();
  expect(post(push({ ref, ...deleted }))).toBeUndefined();
});

it.each([
  ["success", "✅ CI passed on main"],
  ["failure", "❌ CI failed on main"],
  ["cancelled", "🚫 CI was cancelled on main"],
  ["timed_out", "⌛ CI timed out on main"],
  ["action_required", "⚠️ CI requires action on main"],
  ["neutral", "⚪ CI ended neutral on main"],
  ["skipped", "⏭️ CI was skipped on main"],
  ["stale", "⚪ CI went stale on main"],
  ["startup_failure", "❌ CI could not start on main"],
])("says in both chats that a run ended in %s", (conclusion, headline) => {
  const told = message("workflow_run", run({ conclusion }));
  expect(drawnInDiscord(told, VOICE).split("\n")[0]).toBe(headline);
  expect(drawnInTelegram(told, VOICE).split("\n")[0]).toBe(headline);
});
