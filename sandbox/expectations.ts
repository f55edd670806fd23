import { setTimeout as sleep } from "node:timers/promises";
import type { ChatLog, ShownMessage } from "./stand-ins/chat-log.ts";
import type { ExpectedMessage } from "./stories/story.ts";

const POLL_MS = 200;

/** Waits until nothing has changed in the logs for `quietMs`, or `timeoutMs` are over. */
export async function settled(
  logs: readonly ChatLog[],
  quietMs: number,
  timeoutMs: number,
): Promise<void> {
  let changedAt = Date.now();
  const stops = logs.map((log) =>
    log.subscribe(() => {
      changedAt = Date.now();
    }),
  );
  const deadline = Date.now() + timeoutMs;
  while (Date.now() - changedAt < quietMs && Date.now() < deadline) await sleep(POLL_MS);
  for (const stop of stops) stop();
}

/** The expected messages that a chat does not show, in words. */
export function missing(log: ChatLog, expected: readonly ExpectedMessage[]): string[] {
  return expected.flatMap((message) =>
    log.messages().some((shown) => isAsExpected(shown, message)) ? [] : [inWords(message)],
  );
}

function isAsExpected(shown: ShownMessage, { contains, edited }: ExpectedMessage): boolean {
  const text = shown.text.toLowerCase();
  return (
    !shown.deleted &&
    contains.every((words) => text.includes(words.toLowerCase())) &&
    (shown.editedAt !== undefined) === edited
  );
}

function inWords({ contains, edited }: ExpectedMessage): string {
  const words = contains.map((text) => `"${text}"`).join(", ");
  return `a message with ${words}${edited ? ", edited in place" : ", posted once"}`;
}
