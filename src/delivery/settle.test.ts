import { expect, it } from "vitest";
import { ChatError, type ChatErrorDetails, type ChatErrorKind } from "../domain/chat-adapter.ts";
import type { Target } from "../domain/target.ts";
import { RETRY_DELAYS_MS, settle } from "./settle.ts";

const discord: Target = { platform: "discord", channelId: "1", threadId: "2" };
const telegram: Target = { platform: "telegram", chatId: "-3", topicId: "4" };
const at = { attempts: 0, now: 1_000_000, random: 0.5 };

const error = (kind: ChatErrorKind, more: Partial<ChatErrorDetails> = {}) =>
  new ChatError(kind, { status: 0, code: "", ...more });

it("tries again after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h, then gives up", () => {
  const delays = RETRY_DELAYS_MS.map((_, attempts) => {
    const settlement = settle(error("unavailable"), telegram, { ...at, attempts });
    return settlement.action === "retry" ? settlement.nextAt - at.now : settlement.action;
  });

  expect(delays).toEqual([5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000]);
  expect(settle(error("unavailable"), telegram, { ...at, attempts: 7 })).toEqual({
    action: "end",
    status: "dead",
    ill: false,
  });
});

it("repeats a post that may have arrived while Discord still knows its nonce", () => {
  const ambiguous = error("unavailable", { ambiguous: true });
  let now = 0;
  for (const attempts of [0, 1, 2]) {
    const settlement = settle(ambiguous, discord, { attempts, now, random: 0.99 });
    if (settlement.action !== "retry") throw new Error(settlement.action);
    now = settlement.nextAt;
  }

  expect(now).toBeLessThan(120_000);
});

it("repeats it as soon when other failures came first, and takes its time when the nonce is too old", () => {
  const ambiguous = error("unavailable", { ambiguous: true });
  const nextAt = (more: object) => {
    const settlement = settle(ambiguous, discord, { ...at, attempts: 5, ...more });
    return settlement.action === "retry" ? settlement.nextAt - at.now : settlement.action;
  };

  expect(nextAt({})).toBeLessThan(120_000 - 10_000);
  expect(nextAt({ unknownSince: at.now - 60_000 })).toBeLessThan(60_000);
  expect(nextAt({ unknownSince: at.now - 100_000 })).toBe(7_200_000);
});

it.each([
  ["the thread, on Discord", discord, {}, "discord:2"],
  ["the chat with all its topics, on Telegram", telegram, {}, "telegram:-3"],
  ["the platform, where the limit is global", discord, { global: true }, "discord"],
])("pauses %s, and counts no attempt", (_name, target, more, place) => {
  const limited = error("rate_limited", { retryAfterMs: 7_000, ...more });

  expect(settle(limited, target, { ...at, attempts: 3 })).toMatchObject({
    action: "retry",
    attempts: 3,
    pause: { place, until: at.now + 7_000 },
  });
});

it("keeps everything pending while the credentials are refused", () => {
  expect(settle(error("unauthorized"), discord, { ...at, attempts: 6 })).toMatchObject({
    action: "retry",
    attempts: 6,
    pause: { place: "discord" },
  });
});

it("ends at an ill target and at refused content, and moves with a chat", () => {
  expect(settle(error("ill_target"), discord, at)).toMatchObject({ action: "end", ill: true });
  expect(settle(error("rejected"), discord, at)).toMatchObject({ action: "end", ill: false });
  expect(settle(error("migrated", { migratedTo: "-9" }), telegram, at)).toEqual({
    action: "move",
    to: "-9",
  });
});
