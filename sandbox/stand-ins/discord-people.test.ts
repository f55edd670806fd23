import { verifyKey } from "discord-interactions";
import { beforeEach, expect, it } from "vitest";
import type { ShownMessage } from "./chat-log.ts";
import { createDiscord, type DiscordStandIn } from "./discord.ts";
import type { Doing, SentInteraction } from "./discord/people.ts";

let now = Date.UTC(2026, 5, 1);
let discord: DiscordStandIn;
let ada: Doing;

beforeEach(async () => {
  now = Date.UTC(2026, 5, 1);
  discord = await createDiscord({ token: "secret", now: () => now });
  const { id: channelId } = discord.places.channel({ name: "builds" });
  ada = { person: discord.places.person({ name: "Ada", permissions: 1n << 5n }), channelId };
});

const bodyOf = async (sent: SentInteraction) => JSON.parse(await sent.request.clone().text());
const message = (content: string, extra: object = {}) => ({
  type: 4,
  data: { content, allowed_mentions: { parse: [] }, ...extra },
});
const BUTTONS = {
  components: [{ type: 1, components: [{ type: 2, style: 2, label: "Merge", custom_id: "m:1" }] }],
};
const MODAL = {
  type: 9,
  data: {
    title: "Comment",
    custom_id: "comment",
    components: [
      {
        type: 18,
        label: "Text",
        component: { type: 4, custom_id: "body", style: 2, max_length: 10 },
      },
    ],
  },
};

async function call(method: string, path: string, body?: object) {
  const response = await discord.fetch(
    new Request(`https://discord.test/api/v10${path}`, {
      method,
      headers: {
        "User-Agent": "DiscordBot (https://webhooker.test, 1)",
        "Content-Type": "application/json",
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  const text = await response.text();
  const json: { code?: number } = text === "" ? {} : JSON.parse(text);
  return { status: response.status, json };
}

const hook = (sent: SentInteraction, rest = "") =>
  `/webhooks/${discord.applicationId}/${sent.token}${rest}`;

async function answered(content: string, extra: object = {}): Promise<ShownMessage> {
  const answer = discord.receiveAnswer(
    await discord.people.slash(ada, ["gh", "help"]),
    message(content, extra),
  );
  if (answer.kind !== "message") throw new Error("expected a message");
  return answer.message;
}

it("signs interactions with the key it shows", async () => {
  const { request } = await discord.people.ping();
  const body = await request.text();
  const signature = request.headers.get("X-Signature-Ed25519") ?? "";
  const timestamp = request.headers.get("X-Signature-Timestamp") ?? "";
  expect(await verifyKey(body, signature, timestamp, discord.publicKey)).toBe(true);
  expect(await verifyKey(`${body} `, signature, timestamp, discord.publicKey)).toBe(false);
});

it("sends a slash command with its nested path and typed options", async () => {
  const sent = await discord.people.slash(ada, ["gh", "issue", "create"], {
    title: "x",
    pin: true,
  });
  const body = await bodyOf(sent);
  expect(body).toMatchObject({ type: 2, member: { permissions: "32" }, channel_id: ada.channelId });
  expect(body.data.options).toEqual([
    {
      name: "issue",
      type: 2,
      options: [
        {
          name: "create",
          type: 1,
          options: [
            { name: "title", type: 3, value: "x" },
            { name: "pin", type: 5, value: true },
          ],
        },
      ],
    },
  ]);
});

it("lets people use only what is registered, once anything is", async () => {
  const name = { type: 3, name: "repo", description: "x", required: true };
  const path = `/applications/${discord.applicationId}/commands`;
  const response = await discord.fetch(
    new Request(`https://discord.test/api/v10${path}`, {
      method: "PUT",
      headers: {
        Authorization: "Bot secret",
        "User-Agent": "DiscordBot (https://webhooker.test, 1)",
        "Content-Type": "application/json",
      },
      body: JSON.stringify([
        {
          name: "gh",
          description: "x",
          options: [{ type: 1, name: "watch", description: "x", options: [name] }],
        },
      ]),
    }),
  );
  expect(response.status).toBe(200);
  const slash = (words: string[], options: Record<string, string> = {}) =>
    discord.people.slash(ada, words, options);
  await expect(slash(["hub"])).rejects.toThrow("No command");
  await expect(slash(["gh"])).rejects.toThrow("needs a subcommand");
  await expect(slash(["gh", "watch"])).rejects.toThrow("required");
  await expect(slash(["gh", "watch"], { repo: "a/b", x: "y" })).rejects.toThrow("No option");
  expect((await bodyOf(await slash(["gh", "watch"], { repo: "a/b" }))).data.name).toBe("gh");
});

it("shows an answer to everybody or, when ephemeral, to one person alone", async () => {
  await answered("all");
  const secret = await answered("one", { flags: 64 });
  expect(discord.log.messages().map(({ onlyFor }) => onlyFor)).toEqual([undefined, ada.person.id]);
  const bob = discord.places.person({ name: "Bob" });
  await expect(discord.people.press(bob, secret, "Merge")).rejects.toThrow("not there");
});

it("presses a button of a logged message, and an update edits that message", async () => {
  const shown = await answered("first", BUTTONS);
  await expect(discord.people.press(ada.person, shown, "Close")).rejects.toThrow("No button");
  const sent = await discord.people.press(ada.person, shown, "Merge");
  expect(await bodyOf(sent)).toMatchObject({
    type: 3,
    data: { custom_id: "m:1", component_type: 2 },
    message: { id: shown.messageId, content: "first" },
  });
  discord.receiveAnswer(sent, { ...message("second"), type: 7 });
  expect(discord.log.messages()).toMatchObject([{ text: "second", history: ["first"] }]);
});

it("fulfils a deferred answer at the application's webhook", async () => {
  const sent = await discord.people.slash(ada, ["gh", "help"]);
  expect((await call("PATCH", hook(sent, "/messages/@original"), {})).json.code).toBe(10015);
  discord.receiveAnswer(sent, { type: 5, data: { flags: 64 } });
  const patch = { content: "done", allowed_mentions: { parse: [] } };
  expect((await call("PATCH", hook(sent, "/messages/@original"), patch)).status).toBe(200);
  expect((await call("POST", hook(sent), { ...patch, content: "more" })).status).toBe(200);
  const answers = discord.answersTo(sent);
  expect(answers.map(({ text, onlyFor }) => [text, onlyFor])).toEqual([
    ["done", ada.person.id],
    ["more", undefined],
  ]);
  expect((await call("DELETE", hook(sent, "/messages/@original"))).status).toBe(204);
  expect((await call("GET", hook(sent, "/messages/@original"))).json.code).toBe(10008);
  now += 15 * 60_000 + 1;
  expect((await call("POST", hook(sent), patch)).json.code).toBe(50027);
});

it("takes an answer by callback once", async () => {
  const sent = await discord.people.slash(ada, ["gh", "help"]);
  const path = `/interactions/${sent.id}/${sent.token}/callback`;
  expect((await call("POST", path, message("hi"))).status).toBe(204);
  expect((await call("POST", path, message("hi"))).json.code).toBe(40060);
  expect((await call("POST", "/interactions/1/x/callback", message("hi"))).json.code).toBe(10062);
});

it("hands a modal to the person and sends what they fill in", async () => {
  const shown = await answered("first", BUTTONS);
  const answer = discord.receiveAnswer(
    await discord.people.press(ada.person, shown, "Merge"),
    MODAL,
  );
  if (answer.kind !== "modal") throw new Error("expected a modal");
  const { modal } = answer;
  await expect(discord.people.submit(modal, { other: "x" })).rejects.toThrow("no input");
  await expect(discord.people.submit(modal, {})).rejects.toThrow("cannot be sent");
  await expect(discord.people.submit(modal, { body: "x".repeat(11) })).rejects.toThrow("body");
  const sent = await discord.people.submit(modal, { body: "looks good" });
  expect(await bodyOf(sent)).toMatchObject({
    type: 5,
    message: { id: shown.messageId },
    data: {
      custom_id: "comment",
      components: [{ type: 18, component: { custom_id: "body", value: "looks good" } }],
    },
  });
});

it("offers choices for the focused option", async () => {
  const sent = await discord.people.autocomplete(ada, ["gh", "use"], { repo: "we" }, "repo");
  expect((await bodyOf(sent)).data.options[0].options[0].focused).toBe(true);
  const choices = [{ name: "webhooker", value: "a/webhooker" }];
  const answer = discord.receiveAnswer(sent, { type: 8, data: { choices } });
  expect(answer).toEqual({ kind: "choices", choices });
});

it("sends a message command with the message itself", async () => {
  const shown = await answered("first");
  const sent = await discord.people.messageCommand(ada.person, "Comment", shown);
  const { data } = await bodyOf(sent);
  expect(data.resolved.messages[data.target_id]).toMatchObject({ content: "first" });
});

it("refuses answers that Discord would not take", async () => {
  const slash = () => discord.people.slash(ada, ["gh", "help"]);
  const choice = { name: "x".repeat(101), value: "x" };
  const refused: [string, SentInteraction, unknown][] = [
    ["an unknown type", await slash(), { type: 3 }],
    ["an update without a message", await slash(), { ...message("x"), type: 7 }],
    ["choices for a command", await slash(), { type: 8, data: { choices: [] } }],
    ["no allowed_mentions", await slash(), { type: 4, data: { content: "x" } }],
    ["an empty message", await slash(), message("")],
    ["content over 2,000", await slash(), message("x".repeat(2001))],
    ["a deferral with content", await slash(), { type: 5, data: { content: "x" } }],
    ["a deferral with other flags", await slash(), { type: 5, data: { flags: 4 } }],
    [
      "a modal's title over 45",
      await slash(),
      { type: 9, data: { ...MODAL.data, title: "x".repeat(46) } },
    ],
    [
      "a modal's inputs of one id",
      await slash(),
      { type: 9, data: { ...MODAL.data, components: Array(2).fill(MODAL.data.components[0]) } },
    ],
    [
      "a choice over 100 characters",
      await discord.people.autocomplete(ada, ["gh"], { repo: "" }, "repo"),
      { type: 8, data: { choices: [choice] } },
    ],
  ];
  for (const [rule, sent, answer] of refused) {
    expect(() => discord.receiveAnswer(sent, answer), rule).toThrow(/50035|50006/);
  }
  expect(discord.log.messages()).toEqual([]);
});
