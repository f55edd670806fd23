import { beforeEach, describe, expect, it } from "vitest";
import { createDiscord, type DiscordStandIn } from "./discord.ts";
import { recordOf, recordsOf } from "./discord/validate.ts";

const BASE = "https://discord.test/api/v10";
const QUIET = { allowed_mentions: { parse: [] } };

let now = Date.UTC(2026, 5, 1);
let discord: DiscordStandIn;
let channelId: string;

beforeEach(async () => {
  now = Date.UTC(2026, 5, 1);
  discord = await createDiscord({ token: "secret", now: () => now });
  channelId = discord.places.channel({ name: "builds" }).id;
});

/** What the tests read of Discord's answers, each of some of them. */
interface Answered {
  id: string;
  code: number;
  errors: unknown;
}

/** The first issue at a path of the `errors` tree. */
function issueAt(json: Answered, path: string): Record<string, unknown> {
  const node = path.split(".").reduce((tree, key) => recordOf(tree[key]), recordOf(json.errors));
  return recordsOf(node["_errors"])[0] ?? {};
}

async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
) {
  const request = new Request(`${BASE}${path}`, {
    method,
    headers: {
      Authorization: "Bot secret",
      "User-Agent": "DiscordBot (https://webhooker.test, 1)",
      "Content-Type": "application/json",
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const response = await discord.fetch(request);
  const text = await response.text();
  const json = (text === "" ? {} : JSON.parse(text)) as Answered;
  return { status: response.status, headers: response.headers, json };
}

const post = (body: object, at = channelId) => call("POST", `/channels/${at}/messages`, body);
const say = (body: object, at = channelId) => post({ ...QUIET, ...body }, at);
const edit = (id: string, body: object, at = channelId) =>
  call("PATCH", `/channels/${at}/messages/${id}`, { ...QUIET, ...body });
const button = (extra: object = {}) => ({
  type: 2,
  style: 1,
  label: "Go",
  custom_id: "go",
  ...extra,
});
const rows = (...components: object[]) => [{ type: 1, components }];

describe("posting and editing", () => {
  it("shows a post and keeps what an edit replaced", async () => {
    const { json, status } = await say({ content: "one", nonce: "n1", enforce_nonce: true });
    expect(status).toBe(200);
    await edit(json.id, { embeds: [{ title: "Two **bold**" }], content: null });
    const [message] = discord.log.messages();
    expect(message).toMatchObject({ text: "Two bold", history: ["one"], author: "bot" });
  });

  it("returns the older message for a nonce used again within five minutes", async () => {
    const first = await say({ content: "one", nonce: "n1", enforce_nonce: true });
    now += 4 * 60_000;
    const second = await say({ content: "other", nonce: "n1", enforce_nonce: true });
    expect(second.json).toMatchObject({ id: first.json.id, content: "one" });
    now += 6 * 60_000;
    const third = await say({ content: "third", nonce: "n1", enforce_nonce: true });
    expect(third.json.id).not.toBe(first.json.id);
  });

  it("wakes an archived thread by a post, and refuses an edit until it is woken", async () => {
    const thread = discord.places.thread({ parentId: channelId, name: "t" });
    const { json } = await say({ content: "one" }, thread.id);
    discord.places.archive(thread.id);
    expect((await edit(json.id, { content: "two" }, thread.id)).json.code).toBe(50083);
    await call("PATCH", `/channels/${thread.id}`, { archived: false });
    expect((await edit(json.id, { content: "two" }, thread.id)).status).toBe(200);
    discord.places.archive(thread.id);
    expect((await say({ content: "three" }, thread.id)).status).toBe(200);
    discord.places.archive(thread.id, "lock");
    expect((await say({ content: "four" }, thread.id)).json.code).toBe(160005);
  });

  it("answers a reply to a missing message as asked", async () => {
    const reference = { message_id: "1" };
    const strict = await say({ content: "x", message_reference: reference });
    expect(issueAt(strict.json, "message_reference")["code"]).toBe("REPLIES_UNKNOWN_MESSAGE");
    const lenient = { ...reference, fail_if_not_exists: false };
    expect((await say({ content: "x", message_reference: lenient })).status).toBe(200);
  });

  it("knows whom a message pings: content only, and only as allowed", async () => {
    const content = "@everyone <@1> <@&2>";
    await say({ content, embeds: [{ description: content }] });
    await post({ content, allowed_mentions: { roles: ["2"] } });
    await post({ embeds: [{ title: content }], allowed_mentions: { parse: ["everyone"] } });
    const pinged = discord.log.messages().map((message) => message.pinged);
    expect(pinged).toEqual([[], ["role:2"], []]);
  });

  it("shows escaped, linked and formatted text as a person reads it", async () => {
    const ada = discord.places.person({ name: "Ada" });
    const content = `\\*\\*no\\*\\* **yes** [pull](https://github.com/a_(b)) \`a*b*\` <@${ada.id}>`;
    await say({ content });
    expect(discord.log.messages()[0]?.text).toBe("**no** yes pull a*b* @Ada");
  });
});

describe("refusing messages", () => {
  const long = (length: number) => "x".repeat(length);
  const refused: [string, object, string][] = [
    ["content over 2,000", { content: long(2001) }, "content"],
    ["a field unknown to Discord", { content: "x", embed: {} }, "embed"],
    ["a nonce over 25 characters", { content: "x", nonce: long(26) }, "nonce"],
    ["eleven embeds", { embeds: Array.from({ length: 11 }, () => ({ title: "x" })) }, "embeds"],
    ["a title over 256", { embeds: [{ title: long(257) }] }, "embeds.0.title"],
    [
      "6,001 characters over all embeds",
      { embeds: [{ description: long(3001) }, { description: long(3000) }] },
      "embeds",
    ],
    [
      "an empty field name",
      { embeds: [{ fields: [{ name: " ", value: "x" }] }] },
      "embeds.0.fields.0.name",
    ],
    [
      "an empty field value",
      { embeds: [{ fields: [{ name: "x", value: "" }] }] },
      "embeds.0.fields.0.value",
    ],
    ["an author without a name", { embeds: [{ title: "x", author: {} }] }, "embeds.0.author.name"],
    ["a relative URL", { embeds: [{ title: "x", url: "/a" }] }, "embeds.0.url"],
    ["a foreign scheme", { embeds: [{ title: "x", url: "ftp://a.b" }] }, "embeds.0.url"],
    ["a script as URL", { embeds: [{ title: "x", url: "javascript:1" }] }, "embeds.0.url"],
    ["six rows", { content: "x", components: Array(6).fill(rows(button())[0]) }, "components"],
    [
      "six buttons in a row",
      { content: "x", components: rows(...Array(6).fill(button())) },
      "components.0.components",
    ],
    [
      "a custom id used twice",
      { content: "x", components: rows(button(), button()) },
      "components.0.components.1.custom_id",
    ],
    [
      "a custom id over 100",
      { content: "x", components: rows(button({ custom_id: long(101) })) },
      "components.0.components.0.custom_id",
    ],
    [
      "a label over 80",
      { content: "x", components: rows(button({ label: long(81) })) },
      "components.0.components.0.label",
    ],
    [
      "a button without a face",
      { content: "x", components: rows(button({ label: "" })) },
      "components.0.components.0",
    ],
    [
      "a link button without a link",
      { content: "x", components: rows({ type: 2, style: 5, label: "x" }) },
      "components.0.components.0.url",
    ],
    [
      "a button with both an id and a link",
      { content: "x", components: rows(button({ url: "https://a.b" })) },
      "components.0.components.0",
    ],
    [
      "parse and a list of one kind",
      { content: "x", allowed_mentions: { parse: ["users"], users: ["1"] } },
      "allowed_mentions",
    ],
  ];
  // One test for all: each test prepares the storage anew, which takes longer than these together.
  it(`refuses ${refused.map(([rule]) => rule).join(", ")}`, async () => {
    for (const [rule, body, path] of refused) {
      const { json, status } = await say(body);
      expect({ status, code: json.code }, rule).toEqual({ status: 400, code: 50035 });
      expect(issueAt(json, path)["code"], rule).toBeTypeOf("string");
    }
    expect(discord.log.messages()).toEqual([]);
  });

  it("refuses a post or an edit that does not say whom it may ping", async () => {
    const { json } = await post({ content: "x" });
    expect(issueAt(json, "allowed_mentions")["message"]).toContain("allowed_mentions");
    const { id } = (await say({ content: "x" })).json;
    const edited = await call("PATCH", `/channels/${channelId}/messages/${id}`, { content: "y" });
    expect(edited.json.code).toBe(50035);
  });

  it("refuses an empty message, and an edit that leaves nothing", async () => {
    expect((await say({ content: " " })).json.code).toBe(50006);
    expect((await say({ embeds: [{ color: 1 }] })).json.code).toBe(50006);
    const { id } = (await say({ content: "x" })).json;
    expect((await edit(id, { content: null })).json.code).toBe(50006);
  });

  it("refuses what is no JSON, no UTF-8 or no JSON by its header", async () => {
    const path = `/channels/${channelId}/messages`;
    expect((await call("POST", path, "{")).json.code).toBe(50109);
    expect((await say({ content: "\ud800" })).json.code).toBe(50109);
    const plain = await call("POST", path, "{}", { "Content-Type": "text/plain" });
    expect(plain.json.code).toBe(50035);
  });
});

describe("refusing callers and places", () => {
  it("wants the bot's token and Discord's kind of User-Agent", async () => {
    const wrong = await call("GET", "/users/@me", undefined, { Authorization: "Bot other" });
    expect(wrong).toMatchObject({ status: 401, json: { message: "401: Unauthorized", code: 0 } });
    const agent = await call("GET", "/users/@me", undefined, { "User-Agent": "curl/8" });
    expect(agent).toMatchObject({ status: 403, json: { code: 40333 } });
    expect((await call("GET", "/nowhere")).status).toBe(404);
  });

  it("answers 10003, 50001, 50013, 10008 and 50005 where they belong", async () => {
    expect((await say({ content: "x" }, "1")).json.code).toBe(10003);
    expect((await edit("1", { content: "x" })).json.code).toBe(10008);
    const ada = discord.places.person({ name: "Ada" });
    const theirs = discord.people.say({ person: ada, channelId }, "hello");
    expect((await edit(theirs.messageId, { content: "x" })).json.code).toBe(50005);
    discord.places.deny(channelId, "sending");
    expect((await say({ content: "x" })).json.code).toBe(50013);
    discord.places.deny(channelId, "access");
    expect((await say({ content: "x" })).json.code).toBe(50001);
    discord.places.deny(channelId);
    const { id } = (await say({ content: "x" })).json;
    discord.log.remove(channelId, id);
    expect((await edit(id, { content: "y" })).json.code).toBe(10008);
    discord.places.removeChannel(channelId);
    expect((await say({ content: "x" })).json.code).toBe(10003);
  });

  it("shows the failures it is told to show", async () => {
    const { id } = (await say({ content: "x" })).json;
    discord.faults.add({ fault: { kind: "rate_limited", retryAfterSeconds: 1.5 }, times: 1 });
    const limited = await say({ content: "y" });
    expect(limited.json).toMatchObject({ retry_after: 1.5, global: false });
    expect(limited.headers.get("Retry-After")).toBe("2");
    expect(limited.headers.get("X-RateLimit-Scope")).toBe("user");
    const old = { kind: "rate_limited", retryAfterSeconds: 9, code: 30046 } as const;
    discord.faults.add({ fault: old, on: "edit", times: 1 });
    expect(await edit(id, { content: "y" })).toMatchObject({ status: 429, json: { code: 30046 } });
    discord.faults.add({ fault: { kind: "server_error" }, times: 1 });
    expect((await say({ content: "y" })).status).toBe(502);
    discord.faults.add({ fault: { kind: "dropped_before" }, times: 1 });
    await expect(say({ content: "never" })).rejects.toThrow(TypeError);
    discord.faults.add({ fault: { kind: "dropped_after" }, times: 1 });
    await expect(say({ content: "shown" })).rejects.toThrow("Network connection lost.");
    discord.faults.add({ fault: { kind: "gone" }, times: 1 });
    expect((await edit(id, { content: "y" })).json.code).toBe(10008);
    const texts = discord.log.messages().map(({ text, deleted }) => [text, deleted]);
    expect(texts).toEqual([
      ["x", true],
      ["shown", false],
    ]);
  });

  it("keeps a thread told to be archived so until it is woken", async () => {
    const thread = discord.places.thread({ parentId: channelId, name: "t" });
    const { id } = (await say({ content: "x" }, thread.id)).json;
    discord.faults.add({ fault: { kind: "archived" }, on: "edit", times: 1 });
    expect((await edit(id, { content: "y" }, thread.id)).json.code).toBe(50083);
    expect((await edit(id, { content: "y" }, thread.id)).json.code).toBe(50083);
    await call("PATCH", `/channels/${thread.id}`, { archived: false });
    expect((await edit(id, { content: "y" }, thread.id)).status).toBe(200);
  });
});

describe("guilds and people", () => {
  it("pages the bot's guilds", async () => {
    discord.places.guild({ name: "Two" });
    const [first] = recordsOf((await call("GET", "/users/@me/guilds?limit=1")).json);
    const rest = await call("GET", `/users/@me/guilds?after=${String(first?.["id"])}`);
    expect(rest.json).toMatchObject([{ name: "Two" }]);
  });

  it("opens one direct conversation per person and knows its members", async () => {
    const ada = discord.places.person({ name: "Ada" });
    const open = () => call("POST", "/users/@me/channels", { recipient_id: ada.id });
    const { json } = await open();
    expect((await open()).json.id).toBe(json.id);
    expect((await say({ content: "hi" }, json.id)).status).toBe(200);
    const guildId = discord.places.guild({ name: "Two" }).id;
    const member = await call("GET", `/guilds/${guildId}/members/${ada.id}`);
    expect(member.json).toMatchObject({ user: { global_name: "Ada" } });
    expect((await call("GET", `/guilds/${guildId}/members/1`)).json.code).toBe(10013);
  });
});

describe("registering commands", () => {
  const command = (extra: object = {}) => ({ name: "gh", description: "GitHub", ...extra });
  const put = (body: unknown, scope = "") =>
    call("PUT", `/applications/${discord.applicationId}${scope}/commands`, body);
  const option = (name: string, extra: object = {}) => ({
    type: 3,
    name,
    description: "x",
    ...extra,
  });
  const many = (count: number, prefix = "c") =>
    Array.from({ length: count }, (_, index) => command({ name: `${prefix}${index}` }));

  it("overwrites the whole set and keeps the ids of what stays", async () => {
    const first = await put([command({ default_member_permissions: "0" })]);
    const second = await put([command({ description: "Other" })]);
    expect(recordsOf(second.json)[0]?.["id"]).toBe(recordsOf(first.json)[0]?.["id"]);
    const read = await call("GET", `/applications/${discord.applicationId}/commands`);
    expect(read.json).toHaveLength(1);
  });

  it("counts creations against 200 a day", async () => {
    await put(many(100, "a"));
    await put(many(100, "b"));
    expect(await put(many(1, "c"))).toMatchObject({ status: 429, json: { code: 30034 } });
    now += 86_400_001;
    expect((await put(many(1, "c"))).status).toBe(200);
  });

  const refused: [string, unknown][] = [
    ["101 commands", many(101)],
    ["the same name twice", [command(), command()]],
    ["a name with capitals", [command({ name: "Gh" })]],
    ["a name with spaces", [command({ name: "g h" })]],
    ["no description", [{ name: "gh" }]],
    ["a description over 100", [command({ description: "x".repeat(101) })]],
    ["an unknown locale", [command({ name_localizations: { xx: "gh" } })]],
    ["a localised name with spaces", [command({ name_localizations: { "zh-CN": "a b" } })]],
    [
      "a required option after an optional one",
      [command({ options: [option("a"), option("b", { required: true })] })],
    ],
    [
      "subcommands beside options",
      [command({ options: [option("a"), { type: 1, name: "b", description: "x" }] })],
    ],
    [
      "choices with autocomplete",
      [
        command({
          options: [option("a", { autocomplete: true, choices: [{ name: "x", value: "x" }] })],
        }),
      ],
    ],
    [
      "26 options",
      [command({ options: Array.from({ length: 26 }, (_, index) => option(`o${index}`)) })],
    ],
    ["a message command with a description", [{ type: 3, name: "Comment", description: "x" }]],
    [
      "16 message commands",
      Array.from({ length: 16 }, (_, index) => ({ type: 3, name: `Do ${index}` })),
    ],
    [
      "a command over 8,000 characters",
      [
        command({
          options: Array.from({ length: 25 }, (_, index) => ({
            ...option(`o${index}`),
            choices: Array.from({ length: 4 }, (_, choice) => ({
              name: `${choice}`,
              value: String(choice).repeat(100),
            })),
          })),
        }),
      ],
    ],
  ];
  it(`refuses ${refused.map(([rule]) => rule).join(", ")}`, async () => {
    for (const [rule, body] of refused) {
      expect(await put(body), rule).toMatchObject({ status: 400, json: { code: 50035 } });
    }
  });

  it("refuses contexts on a guild's command, and unknown guilds", async () => {
    const guild = discord.places.guild({ name: "G" });
    const answer = await put([command({ contexts: [0] })], `/guilds/${guild.id}`);
    expect(answer.json.code).toBe(50035);
    expect((await put([command()], `/guilds/${guild.id}`)).status).toBe(200);
    expect((await put([command()], "/guilds/1")).json.code).toBe(10004);
  });
});
