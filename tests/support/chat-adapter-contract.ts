import * as fc from "fast-check";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChatLog } from "../../sandbox/stand-ins/chat-log.ts";
import type { Fault, Faults } from "../../sandbox/stand-ins/faults.ts";
import { ChatError, type ChatAdapter, type ChatErrorKind } from "../../src/domain/chat-adapter.ts";
import type { Notification } from "../../src/domain/notification.ts";
import type { Target } from "../../src/domain/target.ts";
import type { Voice } from "../../src/domain/voice.ts";
import { cleanText } from "../../src/domain/text/clean.ts";
import { anyNotification, anyText } from "./any-notification.ts";

export interface AdapterUnderTest {
  adapter: ChatAdapter;
  target: Target;
  log: ChatLog;
  faults: Faults;
}

const VOICE: Voice = { lang: "en", emoji: true };
const HELLO: Notification = { tone: "info", headline: ["octocat said hello"] };
const LATER: Notification = { tone: "success", headline: ["octocat said goodbye"] };

const HOSTILE =
  "@everyone @here <@1> <@&2> [a](https://evil.example) **b** `c` ``` <b>d</b> </a> &amp; &lt; \u202Ee \uD800 " +
  '\u0000 \u200B <t:0:R> _f_ ~~g~~ ||h|| > i\n> j\n# k\n- l\n1. m https://example.org/*x*?a=(b)&c="d" /start #tag $USD';

/** What is true of every chat adapter, shown on the platform's strict stand-in. */
export function describeChatAdapter(name: string, open: () => Promise<AdapterUnderTest>): void {
  describe(`${name} adapter`, () => {
    let chat: AdapterUnderTest;
    beforeEach(async () => {
      chat = await open();
    });

    const post = (notification: Notification, extra: object = {}) =>
      chat.adapter.post(chat.target, notification, { voice: VOICE, nonce: newNonce(), ...extra });
    const edit = (messageId: string, notification: Notification, extra: object = {}) =>
      chat.adapter.edit(chat.target, messageId, notification, { voice: VOICE, ...extra });
    const texts = () => chat.log.messages().map((message) => message.text);

    async function failure(fault: Fault, on: "post" | "edit"): Promise<ChatError> {
      const { messageId } = await post(HELLO);
      chat.faults.add({ fault, on, times: 1 });
      const error = await (on === "post" ? post(LATER) : edit(messageId, LATER)).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (!(error instanceof ChatError)) throw new Error(`not a ChatError: ${String(error)}`);
      return error;
    }

    it("posts a message and edits it in place", async () => {
      const { messageId, repeated } = await post(HELLO);
      expect(repeated).toBe(false);
      await edit(messageId, LATER);
      const messages = chat.log.messages();
      expect(messages).toHaveLength(1);
      expect(messages[0]?.text).toContain("octocat said goodbye");
      expect(messages[0]?.history[0]).toContain("octocat said hello");
    });

    it("takes the same content again as done", async () => {
      const { messageId } = await post(HELLO);
      await edit(messageId, HELLO);
      expect(texts()).toHaveLength(1);
    });

    it("answers a message, and posts all the same when that one is gone", async () => {
      const first = await post(HELLO);
      await post(LATER, { replyTo: first.messageId });
      chat.log.remove(chat.log.messages()[0]?.chatId ?? "", first.messageId);
      await post(LATER, { replyTo: first.messageId });
      expect(chat.log.messages().map((message) => message.replyTo)).toEqual([
        undefined,
        first.messageId,
        undefined,
      ]);
    });

    it("takes the buttons away with an edit that has none", async () => {
      const action = {
        type: "command",
        label: "Merge",
        command: "pr merge",
        payload: "1",
      } as const;
      const { messageId } = await post({ ...HELLO, actions: [action] });
      expect(JSON.stringify(chat.log.messages()[0]?.body)).toContain("gh:pr merge:1");
      await edit(messageId, LATER);
      expect(JSON.stringify(chat.log.messages()[0]?.body)).not.toContain("gh:pr merge:1");
    });

    it("leaves out buttons the platform would refuse", async () => {
      const { messageId } = await post({
        ...HELLO,
        actions: [
          { type: "command", label: "Too long", command: "pr merge", payload: "é".repeat(100) },
          { type: "link", label: "Script", url: "javascript:alert(1)" },
          { type: "link", label: "Inside", url: "http://gitea:3000/x" },
          { type: "link", label: " ", url: "https://example.org" },
        ],
      });
      expect(messageId).not.toBe("");
    });

    it("shows hostile text as text and pings nobody, posted and edited, with and without markup", async () => {
      const hostile: Notification = {
        ...HELLO,
        headline: [HOSTILE],
        title: HOSTILE,
        body: [{ type: "paragraph", spans: [HOSTILE] }],
        fields: [{ name: HOSTILE, value: [HOSTILE] }],
        footer: HOSTILE,
      };
      const { messageId } = await post(hostile);
      await edit(messageId, { ...hostile, tone: "failure" });
      await post(hostile, { plain: true });
      for (const message of chat.log.messages()) {
        expect(message.pinged ?? []).toEqual([]);
        expect(asRead(message.text)).toContain(asRead("**b** `c` ``` <b>d</b> </a> &amp; &lt; e"));
        expect(asRead(message.text)).toContain(asRead("||h|| > i"));
      }
    });

    it("cuts a text that is too long and says how much is left", async () => {
      const paragraph = { type: "paragraph" as const, spans: ["👩‍👩‍👧‍👦 word ".repeat(2_000)] };
      await post({ ...HELLO, url: "https://example.org/1", body: [paragraph] });
      expect(texts()[0]).toMatch(/… [\d,]+ more characters/);
    });

    it("is never refused, whatever a notification contains", async () => {
      await fc.assert(
        fc.asyncProperty(anyNotification, fc.boolean(), async (notification, plain) => {
          const { messageId } = await post(notification, { plain });
          await edit(messageId, notification, { plain: !plain });
        }),
        { numRuns: 40 },
      );
    });

    it("shows any text as exactly that text, in a title, a body and a field", async () => {
      await fc.assert(
        fc.asyncProperty(anyText, async (source) => {
          const text = source.slice(0, 100).split("\n").slice(0, 6).join("\n");
          chat.log.clear();
          await post({
            tone: "info",
            headline: ["[", text, "]"],
            title: `[${text}]`,
            url: "https://example.org/1",
            body: [{ type: "paragraph", spans: ["[", text, "]"] }],
            fields: [{ name: "Field", value: ["[", { text, bold: true }, "]"] }],
          });
          const expected = asRead(`[${cleanText(text)}]`);
          // The headline may stand where the platform reads no markup at all, so three are certain.
          const shown = asRead(texts()[0] ?? "").split(expected).length - 1;
          expect(shown).toBeGreaterThanOrEqual(3);
        }),
        { numRuns: 120 },
      );
    });

    it("tells every failure in the domain's words", async () => {
      const failures: [Fault, "post" | "edit", ChatErrorKind][] = [
        [{ kind: "server_error", status: 502 }, "post", "unavailable"],
        [{ kind: "forbidden" }, "post", "ill_target"],
        [{ kind: "forbidden" }, "edit", "ill_target"],
        [{ kind: "unknown_chat" }, "post", "ill_target"],
        [{ kind: "gone" }, "edit", "gone"],
        [{ kind: "rejected" }, "post", "rejected"],
        [{ kind: "unauthorized" }, "post", "unauthorized"],
      ];
      for (const [fault, on, kind] of failures) {
        expect({ fault, on, kind: (await failure(fault, on)).kind }).toEqual({ fault, on, kind });
      }
    });

    it("says how long a rate limit lasts", async () => {
      const error = await failure({ kind: "rate_limited", retryAfterSeconds: 7 }, "post");
      expect(error).toMatchObject({ kind: "rate_limited", retryAfterMs: 7_000, global: false });
    });

    it.each(["dropped_before", "dropped_after"] as const)(
      "does not know whether a message arrived when the connection %s",
      async (kind) => {
        const error = await failure({ kind }, "post");
        expect(error).toMatchObject({ kind: "unavailable", ambiguous: true, status: 0 });
      },
    );

    it("refuses a target of another platform with a ChatError", async () => {
      const other: Target =
        chat.adapter.platform === "discord"
          ? { platform: "telegram", chatId: "1" }
          : { platform: "discord", channelId: "1" };
      const posting = chat.adapter.post(other, HELLO, { voice: VOICE, nonce: "n" });
      await expect(posting).rejects.toBeInstanceOf(ChatError);
    });
  });
}

/** As a person reads it: without what cannot be seen, and without a care for how lines break. */
function asRead(text: string): string {
  return text
    .replace(/<(https?:\/\/[^>\s]+)>/g, "$1")
    .replace(/[\u200B\u2060]/g, "")
    .replace(/\s+/g, "");
}

let nonces = 0;
function newNonce(): string {
  nonces += 1;
  return `nonce-${nonces}`;
}
