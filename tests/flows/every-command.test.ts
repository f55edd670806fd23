import { beforeEach, describe, expect, it } from "vitest";
import { listedCommands } from "../../src/commands/registry.ts";
import { createChats } from "../../src/storage/chats.ts";
import { issueIn } from "../support/crafted-issue.ts";
import { testEnv } from "../support/env.ts";
import { ADA, REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createSpeaker, PLATFORMS, type Platform, type Speaker } from "../support/speaker.ts";
import { createWorld, type World } from "../support/world.ts";

type Options = Readonly<Record<string, string>>;

/** What is said, and some of the answer; where a button is pressed then, some of what comes of it. */
type Use = readonly [Options, Words, (readonly [button: string, answer: string])?];
type Words = string | Readonly<Record<Platform, string>>;

interface Uses {
  works: Use;
  fails: Use;
  /** Who meets that failure: ada, unless said otherwise. */
  failsFor?: "stranger";
}

const issue = { ref: `${REPO}#1` };
const pull = { ref: `${REPO}#2` };
/** Filled in: what only a run knows. */
const [COMMENT, CODE] = ["<a comment of ada's>", "<the code of the invitation>"];
const comment = { ref: COMMENT };
const nothing = { ref: "acme/none#1" };
const nobodys = { ref: "https://github.com/acme/none/issues/1#issuecomment-9" };
const UNKNOWN = "GitHub knows nothing by this name";
const NOT_SET_UP = "not set up";
const CHOOSE = "Which chat is to get the notifications?";

/** Every command that a person can type, each where it follows from those before. */
const USES: Readonly<Record<string, Uses>> = {
  help: { works: [{}, "What you can do here"], fails: [{ command: "merge" }, "Did you mean"] },
  login: { works: [{}, "10 minutes"], fails: [{ code: "AAAA-AAAA" }, "No sign-in of yours"] },
  whoami: { works: [{}, "as @ada"], fails: [{}, "not linked"], failsFor: "stranger" },
  // From the private chat of Telegram one chooses the chat first; what is refused after that is in setup.test.ts.
  setup: {
    works: [{}, { discord: "“Team”", telegram: CHOOSE }],
    fails: [{}, { discord: "must be linked", telegram: CHOOSE }],
    failsFor: "stranger",
  },
  subscribe: {
    works: [{ repo: REPO, filter: "events:issues" }, `now hears ${REPO}`],
    fails: [{ repo: REPO }, NOT_SET_UP],
  },
  list: { works: [{}, `/gh subscribe ${REPO} events:issues`], fails: [{}, NOT_SET_UP] },
  why: { works: [{}, `/gh subscribe ${REPO} events:issues`], fails: [{}, NOT_SET_UP] },
  unsubscribe: {
    works: [{ repo: REPO }, `no longer hears ${REPO}`],
    fails: [{ repo: REPO }, NOT_SET_UP],
  },
  settings: { works: [{ emoji: "off" }, "Emoji: off"], fails: [{ emoji: "off" }, NOT_SET_UP] },
  members: { works: [{}, "owner: @ada"], fails: [{}, NOT_SET_UP] },
  invite: { works: [{}, "/gh join"], fails: [{}, NOT_SET_UP] },
  join: {
    works: [{ code: CODE }, "You are now owner of the group “Team”"],
    fails: [{ code: "0".repeat(32) }, "was used, revoked"],
  },
  test: { works: [{}, "Samples are sent"], fails: [{}, NOT_SET_UP] },
  retry: { works: [{}, "has arrived"], fails: [{}, NOT_SET_UP] },
  repo: {
    works: [{ repo: REPO }, `“#12” means ${REPO}#12`],
    fails: [{ repo: "acme/none" }, UNKNOWN],
  },
  "comment add": {
    works: [{ ref: "#1", text: "Hm" }, `Your comment is on ${REPO}#1.`],
    fails: [{ ...nothing, text: "Hm" }, UNKNOWN],
  },
  "comment edit": {
    works: [{ ...comment, text: "Ah" }, "Your comment is changed."],
    fails: [{ ...nobodys, text: "Ah" }, UNKNOWN],
  },
  "comment del": {
    works: [comment, "Delete this comment", ["Delete", "The comment is deleted."]],
    fails: [nobodys, UNKNOWN],
  },
  "issue open": {
    works: [{ repo: REPO, title: "It squeaks" }, `${REPO}#3 is open.`],
    fails: [{ repo: "acme/none", title: "It squeaks" }, UNKNOWN],
  },
  "issue close": { works: [issue, `${REPO}#1 is closed`], fails: [nothing, UNKNOWN] },
  "issue reopen": { works: [issue, `${REPO}#1 is open again`], fails: [nothing, UNKNOWN] },
  react: {
    works: [{ ...issue, emoji: "heart" }, "Your reaction is on"],
    fails: [{ ...nothing, emoji: "heart" }, UNKNOWN],
  },
  "pr approve": { works: [pull, `You approved ${REPO}#2`], fails: [issue, "This is an issue"] },
  "pr request-changes": {
    works: [{ ...pull, text: "Softer" }, "You requested changes"],
    fails: [{ ...issue, text: "Softer" }, "This is an issue"],
  },
  "pr close": { works: [pull, `${REPO}#2 is closed`], fails: [issue, "This is an issue"] },
  "pr reopen": { works: [pull, `${REPO}#2 is open again`], fails: [issue, "This is an issue"] },
  "pr merge": {
    works: [pull, `Merge ${REPO}#2`, ["Merge", `${REPO}#2 is merged.`]],
    fails: [issue, "This is an issue"],
  },
  logout: { works: [{}, "is unlinked"], fails: [{}, "not linked"], failsFor: "stranger" },
};

it("is known here of every command that a person can type", () => {
  expect(Object.keys(USES).sort()).toEqual(listedCommands.map(({ path }) => path).sort());
});

describe.each(PLATFORMS)("on %s, every command", (platform) => {
  let world: World;
  let sample: SampleRepository;
  let ada: Speaker;
  let known: Map<string, string>;

  beforeEach(async () => {
    world = await createWorld();
    sample = sampleRepository(world);
    const members = [{ userId: String(ADA), login: "ada", role: "owner" as const }];
    await world.configure([{ id: "team", name: "Team", members }], []);
    known = new Map();
    ada = createSpeaker(world, platform);
    await ada.login("ada");
  });

  async function use(speaker: Speaker, path: string, [options, words, then]: Use) {
    const filled = Object.entries(options).map(([name, value]) => [
      name,
      known.get(value) ?? value,
    ]);
    const said = await speaker.say(path, Object.fromEntries(filled));
    const [, code] = /code:([0-9a-f]{32})/.exec(said.text) ?? [];
    if (code !== undefined) known.set(CODE, code);
    expect.soft(said.text, path).toContain(typeof words === "string" ? words : words[platform]);
    if (then === undefined) return;
    const [button, answer] = then;
    expect.soft((await said.press(button)).text, `${path}: ${button}`).toContain(answer);
  }

  it("says why it cannot, and does what it says where it can", async () => {
    const before = structuredClone(sample);
    const stranger = createSpeaker(world, platform, { name: "Eve" });
    for (const [path, { fails, failsFor }] of Object.entries(USES)) {
      await use(failsFor === "stranger" ? stranger : ada, path, fails);
    }
    expect(sample).toEqual(before);

    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Mine" });
    known.set(COMMENT, `https://github.com/${REPO}/issues/1#issuecomment-${id}`);
    await connect(ada.chat);
    for (const [path, { works }] of Object.entries(USES)) {
      await use(ada, path, works);
      if (path === "subscribe") await hear(issueIn(REPO, "It leaks"));
    }
    expect(world.github.violations).toEqual([]);
  });

  async function hear(payload: object) {
    await world.hook({ event: "issues", payload });
    await world.drain();
  }

  async function connect({ platform: on, chatId }: Speaker["chat"]) {
    const chats = createChats({ db: testEnv.DB, now: () => world.now() });
    const chat = { targetId: `${on}:${chatId}`, platform: on, groupId: "team" };
    expect(await chats.connect({ ...chat, connectedBy: String(ADA) })).toBe("connected");
  }
});
