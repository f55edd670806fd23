import { beforeEach, describe, expect, it } from "vitest";
import type { Group } from "../../src/domain/group.ts";
import { createChats } from "../../src/storage/chats.ts";
import { createDiscordUser } from "../support/discord-user.ts";
import { issueIn, repositoryOf } from "../support/crafted-issue.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, type World } from "../support/world.ts";

const SECRETS = { loud: "a".repeat(64), quiet: "b".repeat(64) };

let world: World;
/** Where each group listens. */
let loud: string;
let quiet: string;

beforeEach(async () => {
  world = await createWorld({ env: { GITHUB_APP_ID: "7" } });
  loud = world.channelId;
  quiet = world.discord.places.channel({ name: "quiet", guildId: world.guildId }).id;
  for (const [id, secret] of Object.entries(SECRETS)) await testEnv.KV.put(`tenant:${id}`, secret);
});

const member = (userId: string) => ({ userId, login: `user${userId}`, role: "owner" as const });
const groups = (more: Partial<Group> = {}): Partial<Group>[] => [
  { id: "loud", name: "Loud", members: [member("11")], owners: ["acme"], ...more },
  { id: "quiet", name: "Quiet", members: [member("12")], owners: ["acme"] },
];

function route(groupId: "loud" | "quiet", more: object = {}): object {
  const channelId = groupId === "loud" ? loud : quiet;
  return {
    id: "all",
    groupId,
    name: "all",
    enabled: true,
    filters: [],
    style: "plain",
    targets: [{ platform: "discord", channelId }],
    ...more,
  };
}

let count = 0;
async function open(more: object = {}, fullName = "acme/app"): Promise<string> {
  const title = `Issue number ${(count += 1)} here`;
  const deliveryId = `issue-${count}`;
  const payload = issueIn(fullName, title, { number: count });
  await world.hook({ event: "issues", payload, deliveryId, ...more });
  await world.drain();
  return title;
}

/** How often a text was shown: to the loud group, to the quiet one. */
const shown = (text: string) =>
  [loud, quiet].map(
    (chatId) =>
      world.discord.log
        .messages()
        .filter((message) => message.chatId === chatId && message.text.includes(text)).length,
  );

describe("two groups that hear the same repository", () => {
  const never = [{ type: "event", match: "never" }];
  const flood = Array.from({ length: 200 }, (_, index) => ({
    id: `flood-${index}`,
    filters: [{ type: "keyword", match: `/(word|${index})+x/` }],
  }));
  it.each([
    ["ends its list at the first rule", [{ stop: true }, { id: "second" }], [1, 1]],
    ["has a rule for what nothing else wants", [{ fallback: true }], [1, 1]],
    ["wants nothing", [{ filters: never, stop: true }], [0, 1]],
    ["has a pattern that cannot be read", [{ filters: [{ type: "repo", match: "/(/" }] }], [0, 1]],
    ["has a pattern made to hang", [{ filters: [{ type: "repo", match: "/((a+)+)+$/" }] }], [0, 1]],
    ["has a rule that is no rule", [{ id: "NOT AN ID", targets: "none" }, {}], [1, 1]],
    ["has two hundred rules", [...flood, {}], [1, 1]],
  ])("are the other's business in nothing: one of them %s", async (_, rules, expected) => {
    await world.configure(groups(), [...rules.map((one) => route("loud", one)), route("quiet")]);
    expect(shown(await open())).toEqual(expected);
  });

  it.each([
    ["rate-limited", { kind: "rate_limited", retryAfterSeconds: 3600 }],
    ["closed to the bot", { kind: "forbidden" }],
    ["broken", { kind: "server_error" }],
    ["gone", { kind: "unknown_chat" }],
  ] as const)("do not wait for each other where a chat is %s", async (_, fault) => {
    await world.configure(groups(), [route("loud"), route("quiet")]);
    world.discord.faults.add({ chatId: loud, fault });
    for (let events = 0; events < 5; events += 1) expect(shown(await open())).toEqual([0, 1]);
    world.discord.faults.clear();
  });

  it("count the same delivery of both endpoints once each", async () => {
    await world.configure(groups(), [route("loud"), route("quiet")]);
    const title = await open({ deliveryId: "the-same" });
    const own = { path: "/webhook/loud", secret: SECRETS.loud, deliveryId: "the-same" };
    const payload = issueIn("acme/app", title, { number: count });
    await world.hook({ event: "issues", payload, ...own });
    await world.drain();
    expect(shown(title)).toEqual([1, 1]);
  });

  it("hear of a delivery that came at one group's endpoint first, when it comes to all", async () => {
    await world.configure(groups(), [route("loud"), route("quiet")]);
    const own = { path: "/webhook/loud", secret: SECRETS.loud, deliveryId: "the-same" };
    const title = await open(own);
    expect(shown(title)).toEqual([1, 0]);
    const payload = issueIn("acme/app", title, { number: count });
    await world.hook({ event: "issues", payload, deliveryId: "the-same" });
    await world.drain();
    expect(shown(title)).toEqual([1, 1]);
  });
});

describe("a redelivery after the rules were put in another order", () => {
  const isFirst = async (id: string) => {
    const sql = "UPDATE d1_routes SET position = 1 WHERE id = ?1";
    await testEnv.DB.prepare(sql).bind(id).run();
  };

  it("shows only what is missing, whatever rule comes first now", async () => {
    const both = [loud, quiet].map((channelId) => ({ platform: "discord", channelId }));
    const rules = [route("loud", { id: "first", targets: both }), route("loud", { id: "second" })];
    await world.configure(groups(), rules);
    world.discord.faults.add({ chatId: quiet, fault: { kind: "rejected" }, times: 2 });
    const title = await open({ deliveryId: "again" });
    expect(shown(title)).toEqual([1, 0]);
    await isFirst("second");
    const payload = issueIn("acme/app", title, { number: count });
    await world.hook({ event: "issues", payload, deliveryId: "again" });
    await world.drain();
    expect(shown(title)).toEqual([1, 1]);
  });
});

describe("/gh why", () => {
  const asks = (label: string) => [
    { type: "repo", match: "acme/app#7" },
    { type: "label", match: label },
  ];

  async function connect(groupId: string, channelId: string) {
    const chats = createChats({ db: testEnv.DB, now: () => world.now() });
    const chat = { targetId: `discord:${channelId}`, platform: "discord" as const, groupId };
    await chats.connect({ ...chat, title: groupId, connectedBy: "discord:1" });
  }

  it("tells each of two groups that did not want an event its own reason alone", async () => {
    const rules = [
      route("loud", { filters: asks("red") }),
      route("quiet", { filters: asks("blue") }),
    ];
    await world.configure(groups(), rules);
    await open();
    await open({}, "rivals/secret");
    await connect("loud", loud);
    await connect("quiet", quiet);
    const ada = createDiscordUser(world, { name: "Ada" });
    const { text: inLoud } = await ada.slash("why", {}, loud);
    const { text: inQuiet } = await ada.slash("why", {}, quiet);
    expect(inLoud).toContain("label:red does not fit");
    expect(inQuiet).toContain("label:blue does not fit");
    expect(inLoud).not.toMatch(/blue|secret/);
    expect(inQuiet).not.toMatch(/red|secret/);
  });

  it("shows the rule that almost fits, and how many others there are, where a chat has many", async () => {
    const far = (index: number) => ({
      id: `far-${index}`,
      filters: [{ type: "repo", match: `acme/a-repository-of-number-${index}` }],
    });
    const rules = [
      ...Array.from({ length: 150 }, (_, index) => far(index)),
      { filters: asks("red") },
    ];
    await world.configure(
      groups(),
      rules.map((rule) => route("loud", rule)),
    );
    await open();
    await connect("loud", loud);
    const ada = createDiscordUser(world, { name: "Ada", locale: "zh-CN" });
    const { text } = await ada.slash("why", {}, loud);
    expect(text).toContain("label:red 不符合");
    expect(text).toMatch(/还有 1\d\d 条/);
  });

  it("knows why where another group did want it, and selects by a link's number", async () => {
    await world.configure(groups(), [route("loud"), route("quiet", { filters: asks("blue") })]);
    await open();
    const first = count;
    await open();
    await connect("quiet", quiet);
    const ada = createDiscordUser(world, { name: "Ada" });
    const link = `https://github.com/acme/app/issues/${first}`;
    const { text } = await ada.slash("why", { link }, quiet);
    expect(text.match(/does not fit/g)).toHaveLength(1);
    expect((await ada.slash("why", { link: `${link}99` }, quiet)).text).toContain("no such event");
  });
});

describe("what comes at a group's own endpoint", () => {
  beforeEach(() =>
    world.configure(groups({ installationId: "3" }), [route("loud"), route("quiet")]),
  );

  it("reaches that group alone, and only with its own secret", async () => {
    expect(shown(await open({ path: "/webhook/quiet", secret: SECRETS.quiet }))).toEqual([0, 1]);
    expect(shown(await open({ path: "/webhook/quiet", secret: SECRETS.loud }))).toEqual([0, 0]);
  });

  it("says nothing of installations, repositories and owners of others", async () => {
    const forged = { path: "/webhook/quiet", secret: SECRETS.quiet };
    const installation = { id: 3, account: { login: "acme" } };
    const renamed = { action: "renamed", changes: { login: { from: "acme" } } };
    const forgeries: [string, object][] = [
      ["installation", { action: "deleted", installation }],
      ["installation", { action: "suspend", installation }],
      ["installation_target", { ...renamed, installation, account: { login: "evil" } }],
      ["organization", { ...renamed, organization: { login: "evil" } }],
      ["repository", { action: "deleted", repository: repositoryOf("acme/app") }],
      ["github_app_authorization", { action: "revoked", sender: { id: 11 } }],
    ];
    for (const [event, payload] of forgeries) {
      await world.hook({
        event,
        payload: { sender: { id: 12, login: "user12" }, ...payload },
        ...forged,
      });
      await world.drain();
    }
    expect(shown(await open())).toEqual([1, 1]);
    expect(shown(await open({}, "evil/app"))).toEqual([0, 0]);
  });
});

describe("what may enter a group from the shared endpoint", () => {
  it("is of its owners alone, and of all only where the operator left it so", async () => {
    const [first, second] = groups();
    const { owners: _, ...open_ } = second ?? {};
    await world.configure([{ ...first, owners: [] }, open_], [route("loud"), route("quiet")]);
    expect(shown(await open())).toEqual([0, 1]);
  });

  it("is of the forges that it lets in", async () => {
    await world.configure(groups({ providers: ["gitea"] }), [route("loud"), route("quiet")]);
    expect(shown(await open())).toEqual([0, 1]);
    const own = { path: "/webhook/loud", secret: SECRETS.loud };
    expect(shown(await open(own))).toEqual([0, 0]);
  });
});
