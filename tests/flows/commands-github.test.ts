import { beforeEach, describe, expect, it } from "vitest";
import type { GitHubFault } from "../../sandbox/stand-ins/github/faults.ts";
import { ADA, REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createSpeaker, PLATFORMS, type Platform, type Speaker } from "../support/speaker.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let sample: SampleRepository;
let speakers: Record<Platform, Speaker>;

beforeEach(async () => {
  world = await createWorld();
  sample = sampleRepository(world);
  speakers = bothSpeakers();
});

const bothSpeakers = (): Record<Platform, Speaker> => ({
  discord: createSpeaker(world, "discord"),
  telegram: createSpeaker(world, "telegram"),
});

const say = (platform: Platform, ...said: Parameters<Speaker["say"]>) =>
  speakers[platform].say(...said);

const login = (platform: Platform, as = "ada") => speakers[platform].login(as);

const link = (id: number | undefined) => `https://github.com/${REPO}/issues/1#issuecomment-${id}`;

describe.each(PLATFORMS)("on %s", (platform) => {
  beforeEach(async () => {
    await login(platform);
  });

  it("comments, edits and deletes", async () => {
    const { issue } = sample;
    const added = await say(platform, "comment add", { ref: `${REPO}#1`, text: "First *words*" });
    expect(added.text).toBe(`Your comment is on ${REPO}#1.`);
    expect(issue.comments).toMatchObject([{ userId: ADA, body: "First *words*" }]);
    expect(added.buttons["Open on GitHub"]).toContain(`#issuecomment-${issue.comments[0]?.id}`);

    const ref = link(issue.comments[0]?.id);
    const edited = await say(platform, "comment edit", { ref, text: "Better words" });
    expect(edited.text).toBe("Your comment is changed.");
    expect(issue.comments[0]?.body).toBe("Better words");

    const question = await say(platform, "comment del", { ref });
    expect(question.text).toContain(`Delete this comment on ${REPO}#1?`);
    expect(issue.comments).toHaveLength(1);
    expect((await question.press("Delete")).text).toBe("The comment is deleted.");
    expect(issue.comments).toEqual([]);

    // One on the code has its own address at GitHub.
    const { pull } = sample;
    const onCode = world.github.comment(REPO, 2, { author: "ada", body: "Bolt?", kind: "review" });
    const onCodeRef = `https://github.com/${REPO}/pull/2#discussion_r${onCode.id}`;
    const asked = await say(platform, "comment del", { ref: onCodeRef });
    expect(asked.text).toContain(`Delete this comment on ${REPO}#2?`);
    expect(pull.comments).toHaveLength(1);
    expect((await asked.press("Delete")).text).toBe("The comment is deleted.");
    expect(pull.comments).toEqual([]);
  });

  it("opens, closes and reopens an issue", async () => {
    const opened = await say(platform, "issue open", { repo: REPO, title: "Nose cone is loose" });
    expect(opened.text).toBe(`${REPO}#3 is open.`);
    expect(world.github.thread(REPO, 3)).toMatchObject({
      title: "Nose cone is loose",
      authorId: ADA,
    });
    for (const [reason, words] of [
      ["completed", "completed"],
      ["not_planned", "not planned"],
      ["duplicate", "duplicate"],
    ] as const) {
      const closed = await say(platform, "issue close", { ref: `${REPO}#3`, reason });
      expect(closed.text).toBe(`${REPO}#3 is closed (${words}).`);
      expect(world.github.thread(REPO, 3)).toMatchObject({ state: "closed", stateReason: reason });
      const reopened = await say(platform, "issue reopen", { ref: `${REPO}#3` });
      expect(reopened.text).toBe(`${REPO}#3 is open again.`);
    }
  });

  it("says of a pull request that is closed like an issue no reason, and takes one in two words", async () => {
    const closed = await say(platform, "issue close", { ref: `${REPO}#2`, reason: "not_planned" });
    expect(closed.text).toBe(`${REPO}#2 is closed.`);
    if (platform === "discord") return;
    await say(platform, `issue close ${REPO}#1 not planned`);
    expect(sample.issue).toMatchObject({ state: "closed", stateReason: "not_planned" });
  });

  it("reviews, closes and reopens a pull request", async () => {
    const ref = `${REPO}#2`;
    expect((await say(platform, "pr approve", { ref, text: "Nice" })).text).toBe(
      `You approved ${ref}.`,
    );
    expect((await say(platform, "pr request-changes", { ref, text: "Softer" })).text).toBe(
      `You requested changes on ${ref}.`,
    );
    expect(sample.pull.pull?.reviews).toMatchObject([
      { state: "APPROVED", body: "Nice" },
      { state: "CHANGES_REQUESTED", body: "Softer" },
    ]);
    expect((await say(platform, "pr close", { ref })).text).toBe(`${ref} is closed.`);
    expect(sample.pull.state).toBe("closed");
    expect((await say(platform, "pr reopen", { ref })).text).toBe(`${ref} is open again.`);
    expect(sample.pull.state).toBe("open");
  });

  it("reacts", async () => {
    const said = await say(platform, "react", { emoji: "rocket", ref: `${REPO}#1` });
    expect(said.text).toBe(`Your reaction is on ${REPO}#1.`);
    expect(world.github.world.reactions).toMatchObject([{ userId: ADA, content: "rocket" }]);
  });

  it("shows and sets the chat's repository, and then a number is enough", async () => {
    expect((await say(platform, "repo")).text).toContain("no repository of its own");
    expect((await say(platform, "comment add", { ref: "#1", text: "Hm" })).text).toContain(
      "#1 of which repository?",
    );
    expect((await say(platform, "repo", { repo: "ACME/rocket" })).text).toBe(
      `From now on “#12” means ${REPO}#12 in this chat.`,
    );
    expect((await say(platform, "repo")).text).toContain(`“#12” means ${REPO}#12`);
    expect((await say(platform, "comment add", { ref: "#1", text: "Hm" })).text).toContain(
      `${REPO}#1`,
    );
  });

  it("says who one is, and helps", async () => {
    const who = await say(platform, "whoami");
    expect(who.text).toContain("You act on GitHub as @ada.\nLinked on December 1, 2026.");
    const help = await say(platform, "help");
    expect(help.text).toContain("/gh pr merge · Merge a pull request");
    expect(help.text).toContain("You act on GitHub as @ada.");
    const unknown = await say(platform, "help", { command: "merge" });
    expect(unknown.text).toContain("Did you mean /gh pr merge?");
    const one = await say(platform, "help", { command: "pr merge" });
    expect(one.text).toContain(
      "method: How to merge; what the repository allows (merge, squash, rebase)",
    );
    expect(one.text, "what only buttons say").not.toContain("sha");
  });

  it("has a sentence for every way GitHub refuses", async () => {
    const table: Readonly<Partial<Record<GitHubFault, string>>> = {
      forbidden: "Ask an owner",
      app_permission_missing: "The GitHub App may not do this",
      app_not_approved: "has not approved this app",
      saml: "single sign-on",
      ip_not_allowed: "only from certain addresses",
      rate_limited: "Try again in 30 minutes.",
      secondary_limit_403: "Try again in 2 minutes.",
      secondary_limit_429: "Try again in 1 minute.",
      not_found: "GitHub knows nothing by this name",
      gone: "issues are switched off",
      unprocessable: "GitHub does not accept this",
      server_error: "githubstatus.com",
      bad_gateway: "githubstatus.com",
      dropped_after: "Check on GitHub whether it happened",
    };
    for (const [fault, words] of Object.entries(table)) {
      world.github.fail({
        fault: fault as GitHubFault,
        method: "POST",
        path: /comments/,
        times: 1,
      });
      const said = await say(platform, "comment add", { ref: `${REPO}#1`, text: "Hm" });
      expect(said.text, fault).toContain(words);
      if (fault === "saml") expect(said.buttons["Sign on"]).toContain("/orgs/acme/sso");
    }
  });

  it("offers to log in again when the access was revoked at GitHub, and then goes on", async () => {
    world.github.tokens.removeAllOf(ADA);
    const said = await say(platform, "comment add", { ref: `${REPO}#1`, text: "Hm" });
    expect(said.text).toContain("expired or was revoked");
    expect(said.buttons["Link GitHub"]).toContain("/auth/github?state=");
    expect((await say(platform, "whoami")).text).toContain("@ada");
    await login(platform);
    expect((await say(platform, "comment add", { ref: `${REPO}#1`, text: "Hm" })).text).toContain(
      "Your comment is on",
    );
  });

  it("acts with an access that has expired meanwhile, renewing it", async () => {
    world.pass(9 * 3_600_000);
    expect((await say(platform, "comment add", { ref: `${REPO}#1`, text: "Hm" })).text).toContain(
      "Your comment is on",
    );
  });

  it("asks back where words are missing or wrong", async () => {
    const wrong: [string, Record<string, string>, string][] = [
      ["comment add", { text: "Hm" }, "Which issue or pull request?"],
      ["comment edit", { ref: `${REPO}#1`, text: "Hm" }, "Which comment?"],
      ["comment edit", { text: "Hm" }, "Which comment?"],
      ["issue open", { title: "Hm" }, "Which repository?"],
      ["issue close", { ref: "nothing at all" }, "I cannot read “nothing at all”"],
      ["repo", { repo: "nothing" }, "Write it as owner/repo"],
    ];
    for (const [path, options, words] of wrong) {
      expect((await say(platform, path, options)).text, path).toContain(words);
    }
  });
});

describe.each(PLATFORMS)("who may, on %s", (platform) => {
  it("is GitHub's to decide, by the person's own rights", async () => {
    await login(platform, "eve");
    expect((await say(platform, "pr merge", { ref: `${REPO}#2` })).text).toContain("write access");
    expect((await say(platform, "issue close", { ref: `${REPO}#1` })).text).toContain(
      "you may not",
    );
    const theirs = world.github.comment(REPO, 1, { author: "bob", body: "Mine" });
    const edit = await say(platform, "comment edit", { ref: link(theirs.id), text: "Ha" });
    expect(edit.text).toContain("you may not");
    expect(theirs.body).toBe("Mine");
    const { text } = await say(platform, "repo", { repo: "acme/hidden" });
    expect(text).toContain("GitHub knows nothing by this name");
  });

  it("is not somebody who is not linked: every command that acts offers the login", async () => {
    const said = await say(platform, "pr approve", { ref: `${REPO}#2` });
    expect(said.text).toContain("your GitHub account must be linked");
    expect(said.buttons["Link GitHub"]).toContain("/auth/github?state=");
  });

  it("does not approve one's own pull request", async () => {
    await login(platform, "bob");
    expect((await say(platform, "pr approve", { ref: `${REPO}#2` })).text).toContain(
      "your own pull request",
    );
  });
});

it("asks who is too fast to wait", async () => {
  const limit = async () => ({ success: false });
  world = await createWorld({ env: { LIMITER: { limit } } });
  speakers = bothSpeakers();
  for (const platform of PLATFORMS) {
    expect((await say(platform, "whoami")).text).toContain("Please wait a minute");
  }
});

it("answers even while the database is away", async () => {
  const broken = {
    prepare: () => {
      throw new Error("D1_ERROR: storage caused object to be reset");
    },
    batch: async () => Promise.reject(new Error("D1_ERROR")),
  };
  world = await createWorld({ env: { DB: broken } });
  speakers = bothSpeakers();
  for (const platform of PLATFORMS) {
    expect((await say(platform, "whoami")).text).toContain("Something went wrong on my side");
  }
});
