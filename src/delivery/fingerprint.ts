import { createMadeOnce } from "../domain/made-once.ts";
import type { Notification } from "../domain/notification.ts";
import { targetId } from "../domain/target.ts";
import type { Voice } from "../domain/voice.ts";
import { isCard, type Slip } from "./slip.ts";

/** Discord's limit. https://docs.discord.com/developers/resources/message#create-message */
const NONCE_LENGTH = 25;
const HASH_LENGTH = 16;

/** The same for every try to post the same thing, so that Discord recognises a repeat. */
export async function nonceOf(slip: Slip, generation: number): Promise<string> {
  const thing = isCard(slip) ? `${slip.groupId}:${slip.content.subjectKey}` : slip.eventId;
  return await digest([targetId(slip.target), thing, generation], NONCE_LENGTH);
}

export type HashOf = (notification: Notification, voice: Voice) => Promise<string>;

/** For one invocation. What several targets are shown is hashed once. */
export function createHashOf(): HashOf {
  const hashes = createMadeOnce<Promise<string>>();
  return (notification, voice) =>
    hashes(notification, JSON.stringify(voice), () => digest([notification, voice], HASH_LENGTH));
}

async function digest(value: unknown, length: number): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const base64 = btoa(String.fromCharCode(...hash));
  return base64.replaceAll("+", "-").replaceAll("/", "_").slice(0, length);
}
