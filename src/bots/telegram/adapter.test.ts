import { beforeEach, describe, expect, it } from "vitest";
import { network } from "../../../sandbox/stand-ins/network.ts";
import { createTelegram, type TelegramStandIn } from "../../../sandbox/stand-ins/telegram.ts";
import { describeChatAdapter } from "../../../tests/support/chat-adapter-contract.ts";
import { ChatError, type ChatAdapter } from "../../domain/chat-adapter.ts";
import type { Notification } from "../../domain/notification.ts";
import { translator } from "../../i18n/translate.ts";
import { createTelegramAdapter } from "./adapter.ts";

const API = "https://telegram.test";
const TOKEN = "7000000001:secret";
const HELLO: Notification = { tone: "info", headline: ["octocat said hello"] };
const VOICE = { lang: "en", emoji: true };

function adapterOver(fetcher: typeof fetch): ChatAdapter {
  return createTelegramAdapter({
    fetch: fetcher,
    apiUrl: API,
    token: TOKEN,
    translate: (lang) => translator(lang),
  });
}

describeChatAdapter("Telegram", async () => {
  const telegram = createTelegram({ token: TOKEN, now: () => Date.now() });
  const { id } = telegram.places.group({ title: "builds" });
  return {
    adapter: adapterOver(network({ [API]: telegram })),
    target: { platform: "telegram", chatId: id },
    log: telegram.log,
    faults: telegram.faults,
  };
});

describe("Telegram in particular", () => {
  let telegram: TelegramStandIn;
  let chatId: string;
  let adapter: ChatAdapter;

  beforeEach(() => {
    telegram = createTelegram({ token: TOKEN, now: () => Date.now() });
    chatId = telegram.places.group({ title: "builds" }).id;
    adapter = adapterOver(network({ [API]: telegram }));
  });

  const post = (notification = HELLO, topicId?: string) =>
    adapter.post(
      topicId === undefined
        ? { platform: "telegram", chatId }
        : { platform: "telegram", chatId, topicId },
      notification,
      { voice: VOICE, nonce: "n" },
    );

  it("says the new id of a group that became a supergroup", async () => {
    telegram.faults.add({ fault: { kind: "migrated", to: "-1009876543210" }, times: 1 });
    await expect(post()).rejects.toMatchObject({ kind: "migrated", migratedTo: "-1009876543210" });
  });

  it("never names the General topic, which has no id", async () => {
    await post(HELLO, "1");
    expect(telegram.log.messages()[0]?.body).not.toHaveProperty("message_thread_id");
  });

  it("shows a picture as a small preview below, and no preview otherwise", async () => {
    await post();
    await post({ ...HELLO, imageUrl: "https://example.org/a.png" });
    expect(telegram.log.messages().map(({ body }) => body["link_preview_options"])).toEqual([
      { is_disabled: true },
      { url: "https://example.org/a.png", prefer_small_media: true, show_above_text: false },
    ]);
  });

  it("rings nobody by a mention in a text", async () => {
    const text = "@alice_w and @bob_the_builder, see /merge";
    await post({ ...HELLO, title: text, body: [{ type: "paragraph", spans: [text] }] });
    expect(telegram.log.messages()[0]?.pinged ?? []).toEqual([]);
  });
});

describe("Telegram's refusals", () => {
  async function refusal(answer: () => Response | Promise<Response>): Promise<unknown> {
    const adapter = adapterOver(async () => await answer());
    const target = { platform: "telegram" as const, chatId: "1" };
    return await adapter.post(target, HELLO, { voice: VOICE, nonce: "n" }).then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  const refused = (error_code: number, description: string, parameters?: object) => () =>
    Response.json({ ok: false, error_code, description, parameters }, { status: error_code });

  it("are told by their words, and by their code where those are new", async () => {
    const kinds = [
      [400, "Bad Request: message to edit not found", "gone"],
      [400, "Bad Request: MESSAGE_ID_INVALID", "gone"],
      [400, "Bad Request: message can't be edited", "gone"],
      [400, "Bad Request: chat not found", "ill_target"],
      [400, "Bad Request: message thread not found", "ill_target"],
      [400, "Bad Request: TOPIC_CLOSED", "ill_target"],
      [400, "Bad Request: TOPIC_DELETED", "ill_target"],
      [400, "Bad Request: CHAT_WRITE_FORBIDDEN", "ill_target"],
      [400, "Bad Request: not enough rights to send text messages to the chat", "ill_target"],
      [400, "Bad Request: need administrator rights in the channel chat", "ill_target"],
      [403, "Forbidden: bot was kicked from the supergroup chat", "ill_target"],
      [403, "Forbidden: user is deactivated", "ill_target"],
      [403, "Forbidden: something new", "ill_target"],
      [400, "Bad Request: can't parse entities: oops", "rejected"],
      [400, "Bad Request: message is too long", "rejected"],
      [400, "Bad Request: BUTTON_URL_INVALID", "rejected"],
      [400, "Bad Request: REPLY_MARKUP_TOO_LONG", "rejected"],
      [401, "Unauthorized", "unauthorized"],
      [404, "Not Found", "unauthorized"],
      [409, "Conflict", "unavailable"],
    ] as const;
    for (const [status, description, kind] of kinds) {
      const error = await refusal(refused(status, description));
      expect({ description, error }).toMatchObject({ error: { kind, status, ambiguous: false } });
    }
  });

  it("waits as long as Telegram says", async () => {
    const words = "Too Many Requests: retry after 17";
    const error = await refusal(refused(429, words, { retry_after: 17 }));
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 17_000 });
  });

  it("does not know what became of a message after a 500 or a page of a proxy", async () => {
    const own = await refusal(refused(500, "Internal Server Error"));
    const page = await refusal(() => new Response("<html>", { status: 502 }));
    expect(own).toMatchObject({ kind: "unavailable", ambiguous: true });
    expect(page).toMatchObject({ kind: "unavailable", ambiguous: true });
  });

  it("never says the token or an address", async () => {
    const error = await refusal(() => {
      throw new TypeError(`fetch failed: ${API}/bot${TOKEN}/sendMessage`);
    });
    expect(error).toBeInstanceOf(ChatError);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/secret|telegram\.test/);
  });
});
