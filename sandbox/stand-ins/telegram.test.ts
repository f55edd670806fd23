import { beforeEach, describe, expect, it } from "vitest";
import { createTelegram, type TelegramStandIn } from "./telegram.ts";
import type { TelegramChat } from "./telegram/places.ts";

const TOKEN = "4242:secret";
let now = Date.UTC(2026, 5, 1);
let telegram: TelegramStandIn;
let group: TelegramChat;

beforeEach(() => {
  now = Date.UTC(2026, 5, 1);
  telegram = createTelegram({ token: TOKEN, now: () => now });
  group = telegram.places.group({ title: "Team", forum: true });
});

interface Answered {
  ok: boolean;
  description: string;
  parameters: unknown;
  result: { message_id: number };
}

async function call(method: string, params: object = {}, token = TOKEN): Promise<Answered> {
  const response = await telegram.fetch(
    new Request(`https://telegram.test/bot${token}/${method}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(params),
    }),
  );
  return await response.json<Answered>();
}

const say = (params: object) =>
  call("sendMessage", { chat_id: group.id, text: "x", parse_mode: "HTML", ...params });
const keyboard = (...buttons: object[]) => ({ reply_markup: { inline_keyboard: [buttons] } });
const edit = (messageId: number, params: object) =>
  call("editMessageText", { chat_id: group.id, message_id: messageId, text: "x", ...params });
const refusedFor = async (answer: Promise<Answered>) => (await answer).description;

describe("posting and editing", () => {
  it("shows what a person reads, and what an edit replaced", async () => {
    const { result } = await say({
      text: "  <b>One</b> &amp; more ",
      message_thread_id: undefined,
    });
    await edit(result.message_id, { text: "<i>Two</i>", parse_mode: "HTML" });
    expect(telegram.log.messages()).toMatchObject([
      { text: "Two", history: ["One & more"], chatId: group.id, body: { text: "<i>Two</i>" } },
    ]);
  });

  it("says so when an edit changes nothing a person sees", async () => {
    const { result } = await say({ text: "<b>x</b>" });
    const same = edit(result.message_id, { text: "<strong>x</strong>", parse_mode: "HTML" });
    expect(await refusedFor(same)).toMatch("message is not modified");
    expect((await edit(result.message_id, { text: "x" })).ok).toBe(true);
  });

  it("takes the buttons away with an edit that does not name them", async () => {
    const { result } = await say(keyboard({ text: "Go", callback_data: "go" }));
    expect((await edit(result.message_id, { text: "x" })).ok).toBe(true);
    const markup = call("editMessageReplyMarkup", {
      chat_id: group.id,
      message_id: result.message_id,
    });
    expect(await refusedFor(markup)).toMatch("not modified");
  });

  it("answers a message, and without it when allowed to", async () => {
    const { result } = await say({});
    await say({ reply_parameters: { message_id: result.message_id } });
    expect(telegram.log.messages()[1]?.replyTo).toBe(String(result.message_id));
    const lost = { message_id: 999 };
    expect(await refusedFor(say({ reply_parameters: lost }))).toBe(
      "Bad Request: message to be replied not found",
    );
    const allowed = { ...lost, allow_sending_without_reply: true };
    expect((await say({ reply_parameters: allowed })).ok).toBe(true);
  });

  it("knows whom a name in plain text notifies", async () => {
    const { id } = telegram.places.person({ name: "Ada", username: "ada_l" });
    telegram.places.join(group.id, id);
    await say({ text: "<code>@ada_l</code> a@ada_l @somebody" });
    await say({ text: "hello @ada_l" });
    await say({ text: `<a href="tg://user?id=${id}">you</a>` });
    const pinged = telegram.log.messages().map((message) => message.pinged);
    expect(pinged).toEqual([[], [`user:${id}`], [`user:${id}`]]);
  });

  it("takes forms as well as JSON", async () => {
    const form = new FormData();
    form.set("chat_id", group.id);
    form.set("text", "x");
    form.set(
      "reply_markup",
      JSON.stringify(keyboard({ text: "Go", callback_data: "go" }).reply_markup),
    );
    const request = new Request(`https://telegram.test/bot${TOKEN}/sendMessage`, {
      method: "POST",
      body: form,
    });
    expect((await telegram.fetch(request)).status).toBe(200);
  });

  it("deletes its own messages for two days", async () => {
    const { result } = await say({});
    const remove = (id: number) => call("deleteMessage", { chat_id: group.id, message_id: id });
    expect((await remove(result.message_id)).ok).toBe(true);
    expect(await refusedFor(remove(result.message_id))).toMatch("message to delete not found");
    const old = await say({});
    now += 49 * 3_600_000;
    expect(await refusedFor(remove(old.result.message_id))).toMatch("can't be deleted");
  });
});

describe("refusing messages", () => {
  const refused: [string, object, string][] = [
    ["an older parameter", { disable_web_page_preview: true }, "disable_web_page_preview"],
    ["another older parameter", { reply_to_message_id: 1 }, "reply_to_message_id"],
    ["a misspelt inner field", { link_preview_options: { disabled: true } }, "disabled"],
    ["a wrong type", { message_thread_id: "2" }, "must be of type Integer"],
    ["an empty text", { text: "" }, "message text is empty"],
    ["a text of tags alone", { text: "<b></b>" }, "text must be non-empty"],
    ["a text of invisible characters", { text: " \u200b" }, "text must be non-empty"],
    ["4,097 visible characters", { text: `<b>${"x".repeat(4097)}</b>` }, "message is too long"],
    ["broken markup", { text: "<b>x" }, "can't parse entities"],
    ["another parse mode", { parse_mode: "Markdown" }, "parse_mode"],
    ["a lone surrogate", { text: "\ud800" }, "strings must be encoded in UTF-8"],
    [
      "callback data over 64 bytes",
      keyboard({ text: "x", callback_data: "é".repeat(33) }),
      "BUTTON_DATA_INVALID",
    ],
    ["empty callback data", keyboard({ text: "x", callback_data: "" }), "BUTTON_DATA_INVALID"],
    ["a button's bad URL", keyboard({ text: "x", url: "ftp://a.b" }), "BUTTON_URL_INVALID"],
    ["a button that does nothing", keyboard({ text: "x" }), "Text buttons are unallowed"],
    [
      "a button that does two things",
      keyboard({ text: "x", callback_data: "x", url: "https://a.b" }),
      "Text buttons are unallowed",
    ],
    ["a button without a text", keyboard({ text: "", callback_data: "x" }), "BUTTON_TEXT_INVALID"],
    [
      "101 buttons",
      {
        reply_markup: {
          inline_keyboard: Array.from({ length: 101 }, () => [{ text: "x", callback_data: "x" }]),
        },
      },
      "REPLY_MARKUP_TOO_LONG",
    ],
    ["an unknown topic", { message_thread_id: 77 }, "message thread not found"],
    ["the General topic by number", { message_thread_id: 1 }, "message thread not found"],
    ["an unknown chat", { chat_id: 99 }, "chat not found"],
  ];
  it(`refuses ${refused.map(([rule]) => rule).join(", ")}`, async () => {
    for (const [rule, params, words] of refused) {
      const answer = await say(params);
      expect(answer, rule).toMatchObject({ ok: false, error_code: 400 });
      expect(answer.description, rule).toMatch(/^Bad Request: /);
      expect(answer.description, rule).toContain(words);
    }
    expect(telegram.log.messages()).toEqual([]);
  });

  it("takes 4,096 visible characters whatever their markup adds", async () => {
    expect((await say({ text: `<b>${"&amp;".repeat(4096)}</b>` })).ok).toBe(true);
  });

  it("refuses edits of what is gone or of somebody else's", async () => {
    const ada = telegram.places.person({ name: "Ada" });
    const theirs = telegram.people.write({ person: ada, chatId: group.id }, "hello").message;
    expect(await refusedFor(edit(Number(theirs.messageId), {}))).toMatch("can't be edited");
    const { result } = await say({});
    telegram.log.remove(group.id, String(result.message_id));
    expect(await refusedFor(edit(result.message_id, {}))).toMatch("message to edit not found");
  });
});

describe("refusing callers and places", () => {
  it("wants the bot's token and a known method", async () => {
    expect(await call("getMe", {}, "1:other")).toEqual({
      ok: false,
      error_code: 401,
      description: "Unauthorized",
    });
    expect(await refusedFor(call("sendPhoto"))).toBe("Not Found: method not found");
    expect((await telegram.fetch(new Request("https://telegram.test/x"))).status).toBe(404);
  });

  it("knows open, closed and deleted topics", async () => {
    const topic = telegram.places.topic(group.id, { name: "Builds" });
    const post = () => say({ message_thread_id: Number(topic.id) });
    const { result } = await post();
    expect(telegram.log.messages()[0]).toMatchObject({ topicId: topic.id });
    telegram.places.setTopic(group.id, topic.id, "closed");
    expect(await refusedFor(post())).toBe("Bad Request: TOPIC_CLOSED");
    telegram.places.setTopic(group.id, topic.id, "deleted");
    expect(await refusedFor(post())).toBe("Bad Request: TOPIC_DELETED");
    expect(await refusedFor(edit(result.message_id, {}))).toMatch("message to edit not found");
  });

  it("says why the bot may not write", async () => {
    telegram.places.mute(group.id);
    expect(await refusedFor(say({}))).toMatch("not enough rights to send text messages");
    telegram.places.setBot(group.id, "kicked");
    expect(await refusedFor(say({}))).toBe("Forbidden: bot was kicked from the supergroup chat");
    const ada = telegram.places.person({ name: "Ada", started: false });
    const dm = () => refusedFor(say({ chat_id: Number(ada.id) }));
    expect(await dm()).toBe("Forbidden: bot can't initiate conversation with a user");
    telegram.people.changeBot(ada, ada.id, "kicked");
    expect(await dm()).toBe("Forbidden: bot was blocked by the user");
    telegram.people.start(ada);
    expect((await say({ chat_id: Number(ada.id) })).ok).toBe(true);
  });

  it("gives the new id of a group that became a supergroup, and takes it from then on", async () => {
    const old = telegram.places.group({ title: "Small", kind: "group" });
    const { id } = telegram.places.migrate(old.id);
    expect(await say({ chat_id: old.id })).toMatchObject({
      description: "Bad Request: group chat was upgraded to a supergroup chat",
      parameters: { migrate_to_chat_id: Number(id) },
    });
    expect((await say({ chat_id: id })).ok).toBe(true);
  });

  it("shows the failures it is told to show", async () => {
    const { result } = await say({});
    const told = async (fault: Parameters<typeof telegram.faults.add>[0]["fault"]) => {
      telegram.faults.add({ fault, times: 1 });
      return (await edit(result.message_id, { text: fault.kind })) as unknown;
    };
    expect(await told({ kind: "rate_limited", retryAfterSeconds: 7 })).toEqual({
      ok: false,
      error_code: 429,
      description: "Too Many Requests: retry after 7",
      parameters: { retry_after: 7 },
    });
    expect(await told({ kind: "server_error" })).toMatchObject({ error_code: 502 });
    expect(await told({ kind: "forbidden" })).toMatchObject({ error_code: 403 });
    expect(await told({ kind: "unknown_chat" })).toMatchObject({ error_code: 400 });
    expect(await told({ kind: "unauthorized" })).toMatchObject({ error_code: 401 });
    expect(await told({ kind: "archived" })).toMatchObject({ error_code: 400 });
    expect(await told({ kind: "rejected" })).toMatchObject({ error_code: 400 });
    await expect(told({ kind: "dropped_before" })).rejects.toThrow(TypeError);
    await expect(told({ kind: "dropped_after" })).rejects.toThrow("Network connection lost.");
    expect(telegram.log.messages()[0]).toMatchObject({ text: "dropped_after", history: ["x"] });
    expect(await told({ kind: "gone" })).toMatchObject({ error_code: 400 });
    expect(telegram.log.messages()[0]?.deleted).toBe(true);
    expect(await told({ kind: "migrated", to: "-100777" })).toMatchObject({
      parameters: { migrate_to_chat_id: -100_777 },
    });
    expect((await say({ chat_id: "-100777" })).ok).toBe(true);
  });
});

describe("chats and settings", () => {
  it("tells who is what in a chat", async () => {
    const ada = telegram.places.person({ name: "Ada" });
    telegram.places.join(group.id, ada.id, "administrator");
    const chat = { chat_id: group.id };
    const member = { ...chat, user_id: Number(ada.id) };
    expect(await call("getChatMember", member)).toMatchObject({
      result: { status: "administrator" },
    });
    expect(await call("getChatAdministrators", chat)).toMatchObject({
      result: [{ user: { first_name: "Ada" } }],
    });
    expect(await call("getChat", chat)).toMatchObject({ result: { is_forum: true } });
    expect(await refusedFor(call("getChatMember", { ...chat, user_id: 1 }))).toMatch(
      "user not found",
    );
    const { id: hiding } = telegram.places.group({ title: "Hiding", hidesMembers: true });
    expect(await refusedFor(call("getChatMember", { ...member, chat_id: hiding }))).toBe(
      "Bad Request: CHAT_ADMIN_REQUIRED",
    );
    await call("leaveChat", chat);
    expect(await refusedFor(call("getChat", chat))).toMatch("bot is not a member");
  });

  it("reacts with Telegram's own emoji only", async () => {
    const { result } = await say({});
    const react = (emoji: string) =>
      call("setMessageReaction", {
        chat_id: group.id,
        message_id: result.message_id,
        reaction: [{ type: "emoji", emoji }],
      });
    expect((await react("👀")).ok).toBe(true);
    expect(telegram.log.messages()[0]?.reactions).toEqual(["👀"]);
    expect(await refusedFor(react("🚀"))).toBe("Bad Request: REACTION_INVALID");
  });

  it("offers for a key only chats that the person administers, and tells which was chosen", async () => {
    const ada = telegram.places.person({ name: "Ada" });
    const request = { request_id: 7, chat_is_channel: false, bot_is_member: true };
    const keys = [[{ text: "Choose", request_chat: { ...request, request_title: true } }]];
    await call("sendMessage", {
      chat_id: ada.id,
      text: "Which?",
      reply_markup: { keyboard: keys, one_time_keyboard: true },
    });
    const [question] = telegram.log.messages();
    if (!question) throw new Error("There is no question");
    const choose = () => telegram.people.shareChat(ada, question, "Choose", group.id);
    expect(choose).toThrow("does not offer");

    telegram.places.join(group.id, ada.id, "administrator");
    expect(await choose().request.json()).toMatchObject({
      message: { chat_shared: { request_id: 7, chat_id: Number(group.id), title: "Team" } },
    });
  });

  it("keeps command lists by scope and language", async () => {
    const command = (name: string, description = "x") => ({ command: name, description });
    const set = (commands: object[], extra: object = {}) =>
      call("setMyCommands", { commands, ...extra });
    await set([command("gh")], { language_code: "zh" });
    expect(telegram.registered("default", "zh")).toHaveLength(1);
    expect(await call("getMyCommands")).toMatchObject({ result: [] });
    expect(await refusedFor(set([command("Gh")]))).toMatch("BOT_COMMAND_INVALID");
    expect(await refusedFor(set([command("gh", "")]))).toMatch("BOT_COMMAND_DESCRIPTION_INVALID");
    expect(await refusedFor(set(Array(101).fill(command("gh"))))).toMatch("TOO_MUCH");
    expect(await refusedFor(set([], { scope: { type: "everywhere" } }))).toMatch("scope");
    await call("deleteMyCommands", { language_code: "zh" });
    expect(telegram.registered("default", "zh")).toHaveLength(0);
  });

  it("sets up a webhook only at a public https address", async () => {
    const set = (url: string, extra: object = {}) => call("setWebhook", { url, ...extra });
    expect(await refusedFor(set("http://a.b/"))).toMatch("An HTTPS URL must be provided");
    expect(await refusedFor(set("https://a.b:1234/"))).toMatch("ports 80, 88, 443 or 8443");
    expect(await refusedFor(set("https://a.b/", { secret_token: "a b" }))).toMatch("secret token");
    expect(await refusedFor(set("http://10.0.0.1/"))).toMatch("HTTPS URL");
    await set("http://127.0.0.1:8787/hook", { secret_token: "s" });
    await set("https://a.b/hook", { secret_token: "s", allowed_updates: ["message"] });
    const ada = telegram.places.person({ name: "Ada" });
    const { request } = telegram.people.start(ada);
    expect(request.url).toBe("https://a.b/hook");
    expect(request.headers.get("X-Telegram-Bot-Api-Secret-Token")).toBe("s");
    expect(() => telegram.people.changeBot(ada, group.id, "kicked")).toThrow("my_chat_member");
    await call("deleteWebhook");
    expect(await call("getWebhookInfo")).toMatchObject({ result: { url: "" } });
  });
});

describe("people", () => {
  it("write commands in chats, topics and answers", async () => {
    const ada = telegram.places.person({ name: "Ada" });
    const topic = telegram.places.topic(group.id, { name: "Builds" });
    const { result } = await say({ message_thread_id: Number(topic.id) });
    const [replyTo] = telegram.log.messages();
    const { request } = telegram.people.write(
      { person: ada, chatId: group.id, topicId: topic.id, ...(replyTo ? { replyTo } : {}) },
      "/gh@WebHookerBot comment fine",
    );
    expect(await request.json()).toMatchObject({
      message: {
        from: { id: Number(ada.id), is_bot: false },
        message_thread_id: Number(topic.id),
        entities: [{ type: "bot_command", offset: 0, length: 16 }],
        reply_to_message: { message_id: result.message_id, from: { is_bot: true } },
      },
    });
  });

  it("speak for a group or a channel without being anybody", async () => {
    const person = telegram.places.person({ name: "Ada" });
    const writing = { person, chatId: group.id, as: "anonymous" } as const;
    expect(await telegram.people.write(writing, "/gh").request.json()).toMatchObject({
      message: { from: { username: "GroupAnonymousBot" }, sender_chat: { id: Number(group.id) } },
    });
  });

  it("press buttons, and see the answer while it is fresh", async () => {
    const ada = telegram.places.person({ name: "Ada" });
    await say(keyboard({ text: "Go", callback_data: "go" }, { text: "Open", url: "https://a.b" }));
    const [message] = telegram.log.messages();
    if (!message) throw new Error("nothing was sent");
    expect(() => telegram.people.press(ada, message, "Open")).toThrow("No button");
    const { queryId, request } = telegram.people.press(ada, message, "Go");
    expect(await request.json()).toMatchObject({ callback_query: { id: queryId, data: "go" } });
    const reply = (text: string) =>
      call("answerCallbackQuery", { callback_query_id: queryId, text });
    expect(await refusedFor(reply("x".repeat(201)))).toMatch("MESSAGE_TOO_LONG");
    await reply("done");
    expect(telegram.answerTo(queryId)).toEqual({ text: "done", isAlert: false });
    now += 61_000;
    expect(await refusedFor(reply("late"))).toMatch("query is too old");
  });

  it("follow deep links, kick the bot and upgrade groups", async () => {
    const ada = telegram.places.person({ name: "Ada", started: false });
    expect(await telegram.people.start(ada, "abc_-1").request.json()).toMatchObject({
      message: { text: "/start abc_-1", chat: { type: "private" } },
    });
    expect(() => telegram.people.start(ada, "a b")).toThrow("deep link");
    const kicked = telegram.people.changeBot(ada, group.id, "kicked");
    expect(await kicked.request.json()).toMatchObject({
      my_chat_member: {
        old_chat_member: { status: "member" },
        new_chat_member: { status: "kicked" },
      },
    });
    const small = telegram.places.group({ title: "Small", kind: "group" });
    const { chat, request } = telegram.people.upgrade(ada, small.id);
    expect(await request.json()).toMatchObject({
      message: { migrate_to_chat_id: Number(chat.id), chat: { id: Number(small.id) } },
    });
  });
});
