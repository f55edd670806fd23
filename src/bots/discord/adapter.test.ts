import { beforeEach, describe, expect, it } from "vitest";
import { createDiscord, type DiscordStandIn } from "../../../sandbox/stand-ins/discord.ts";
import { network } from "../../../sandbox/stand-ins/network.ts";
import { describeChatAdapter } from "../../../tests/support/chat-adapter-contract.ts";
import { ChatError, type ChatAdapter } from "../../domain/chat-adapter.ts";
import type { Notification } from "../../domain/notification.ts";
import { translator } from "../../i18n/translate.ts";
import { createDiscordAdapter } from "./adapter.ts";

const API = "https://discord.test/api/v10";
const HELLO: Notification = { tone: "info", headline: ["octocat said hello"] };
const VOICE = { lang: "en", emoji: true };

function adapterOver(fetcher: typeof fetch, now: () => number = () => Date.now()): ChatAdapter {
  return createDiscordAdapter({
    fetch: fetcher,
    apiUrl: API,
    token: "secret",
    now,
    translate: (lang) => translator(lang),
  });
}

describeChatAdapter("Discord", async () => {
  const discord = await createDiscord({ token: "secret", now: () => Date.now() });
  const { id } = discord.places.channel({ name: "builds" });
  return {
    adapter: adapterOver(network({ [API]: discord })),
    target: { platform: "discord", channelId: id },
    log: discord.log,
    faults: discord.faults,
  };
});

describe("Discord in particular", () => {
  let now = 0;
  let discord: DiscordStandIn;
  let channelId: string;
  let adapter: ChatAdapter;

  beforeEach(async () => {
    now = Date.UTC(2026, 5, 1);
    discord = await createDiscord({ token: "secret", now: () => now });
    channelId = discord.places.channel({ name: "builds" }).id;
    adapter = adapterOver(network({ [API]: discord }), () => now);
  });

  const post = (extra: object = {}) =>
    adapter.post({ platform: "discord", channelId }, HELLO, { voice: VOICE, nonce: "n", ...extra });

  it("says when a nonce brought back an older message", async () => {
    const first = await post();
    now += 30_000;
    expect(await post()).toEqual({ messageId: first.messageId, repeated: true });
    expect(discord.log.messages()).toHaveLength(1);
  });

  it("pings exactly the roles asked for, when posted and never by an edit", async () => {
    const { messageId } = await post({ roleIds: ["77", "78", "77", "@everyone"] });
    expect(discord.log.messages()[0]?.pinged).toEqual(["role:77", "role:78"]);
    await adapter.edit({ platform: "discord", channelId }, messageId, HELLO, { voice: VOICE });
    expect(discord.log.messages()[0]?.pinged).toEqual(["role:77", "role:78"]);
    expect(discord.log.messages()[0]?.body["allowed_mentions"]).toEqual({ parse: [] });
  });

  it("wakes an archived thread to edit in it", async () => {
    const threadId = discord.places.thread({ parentId: channelId, name: "t" }).id;
    const target = { platform: "discord" as const, channelId, threadId };
    const { messageId } = await adapter.post(target, HELLO, { voice: VOICE, nonce: "t" });
    discord.places.archive(threadId);
    await adapter.edit(target, messageId, { ...HELLO, headline: ["woken"] }, { voice: VOICE });
    expect(discord.log.messages()[0]).toMatchObject({ chatId: threadId, text: "woken" });
  });

  it("goes from a card to plain text and back without leaving either behind", async () => {
    const target = { platform: "discord" as const, channelId };
    const { messageId } = await post({ plain: true });
    await adapter.edit(target, messageId, HELLO, { voice: VOICE });
    expect(discord.log.messages()[0]?.text).toBe("octocat said hello");
    await adapter.edit(target, messageId, HELLO, { voice: VOICE, plain: true });
    expect(discord.log.messages()[0]?.body).toMatchObject({
      content: "octocat said hello",
      embeds: [],
    });
  });
});

describe("Discord's refusals", () => {
  async function refusal(status: number, body: string, headers: Record<string, string> = {}) {
    const adapter = adapterOver(async () => new Response(body, { status, headers }));
    const posting = adapter.post({ platform: "discord", channelId: "1" }, HELLO, {
      voice: VOICE,
      nonce: "n",
    });
    return await posting.then(
      () => undefined,
      (error: unknown) => error,
    );
  }

  it("are told by their codes, and by their status where there is none", async () => {
    const kinds = [
      [404, 10003, "ill_target"],
      [404, 10008, "gone"],
      [403, 50001, "ill_target"],
      [403, 50013, "ill_target"],
      [403, 50005, "gone"],
      [400, 50035, "rejected"],
      [400, 50006, "rejected"],
      [400, 160005, "ill_target"],
      [400, 200000, "rejected"],
      [401, 0, "unauthorized"],
      [400, 40001, "unauthorized"],
      [503, 130000, "unavailable"],
      [403, 0, "ill_target"],
      [400, 99999, "rejected"],
    ] as const;
    for (const [status, code, kind] of kinds) {
      const error = await refusal(status, JSON.stringify({ code, message: "no" }));
      expect({ code, error }).toMatchObject({ error: { kind, status, ambiguous: false } });
    }
  });

  it("are told whatever else the answer has", async () => {
    const odd = '{"code":"50001","message":null,"retry_after":null,"global":"no","errors":[]}';
    expect(await refusal(403, odd)).toMatchObject({ kind: "ill_target", code: "50001" });
    const wait = '{"message":"slow","retry_after":"1.5","global":null}';
    expect(await refusal(429, wait)).toMatchObject({ retryAfterMs: 1_500, global: false });
    expect(await refusal(200, '{"id":901,"timestamp":5,"edited_timestamp":{}}')).toBeUndefined();
  });

  it("tells a rate limit of one place from one of the whole bot", async () => {
    const limits = { "X-RateLimit-Limit": "5", "X-RateLimit-Scope": "shared" };
    const shared = await refusal(429, '{"retry_after":1.25,"global":false}', limits);
    expect(shared).toMatchObject({ kind: "rate_limited", retryAfterMs: 1_250, global: false });
    const all = await refusal(429, '{"retry_after":0.5,"global":true}', limits);
    expect(all).toMatchObject({ kind: "rate_limited", retryAfterMs: 500, global: true });
  });

  it("takes a 429 without Discord's headers for a ban of the address and waits long", async () => {
    const page = await refusal(429, "<html>error code: 1015</html>");
    expect(page).toMatchObject({ kind: "rate_limited", global: true, code: "banned" });
    const json = await refusal(429, '{"code":0,"message":"blocked from accessing our API"}');
    expect(json).toMatchObject({ global: true, retryAfterMs: 300_000 });
    const timed = await refusal(429, "", { "Retry-After": "2" });
    expect(timed).toMatchObject({ global: true, retryAfterMs: 2_000 });
  });

  it("waits as long as Discord says for too many edits of an old message", async () => {
    const error = await refusal(429, '{"code":30046,"message":"edits"}', {
      "Retry-After": "12",
      "X-RateLimit-Limit": "1",
    });
    expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 12_000, code: "30046" });
  });

  it("does not trust an answer it cannot read", async () => {
    expect(await refusal(200, "<html>")).toMatchObject({ kind: "unavailable", ambiguous: true });
    expect(await refusal(200, "{}")).toMatchObject({ kind: "unavailable", ambiguous: true });
    expect(await refusal(502, "bad gateway")).toMatchObject({
      kind: "unavailable",
      ambiguous: true,
    });
    expect(await refusal(302, "")).toMatchObject({ kind: "unavailable" });
  });

  it("posts without the reply where the bot may not read what it answers", async () => {
    const bodies: string[] = [];
    const adapter = adapterOver(async (_url, init) => {
      bodies.push(JSON.stringify(init?.body));
      return bodies.length === 1
        ? Response.json({ code: 160002, message: "no history" }, { status: 400 })
        : Response.json({ id: "9", timestamp: new Date().toISOString() });
    });
    const how = { voice: VOICE, nonce: "n", replyTo: "5" };
    await adapter.post({ platform: "discord", channelId: "1" }, HELLO, how);
    expect(bodies[0]).toContain("message_reference");
    expect(bodies[1]).not.toContain("message_reference");
  });

  it("never says the token or an address", async () => {
    const adapter = adapterOver(async () => {
      throw new TypeError(`fetch failed: ${API} secret`);
    });
    const target = { platform: "discord" as const, channelId: "1" };
    const error = await adapter
      .post(target, HELLO, { voice: VOICE, nonce: "n" })
      .catch((error: unknown) => error);
    expect(error).toBeInstanceOf(ChatError);
    expect(`${String(error)} ${JSON.stringify(error)}`).not.toMatch(/secret|discord\.test/);
  });
});
