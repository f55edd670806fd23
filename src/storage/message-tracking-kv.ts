import { tryCopy } from "./stored-value.ts";

const TTL_SECONDS = 86_400;
/** KV's limit is 512 bytes a key; a tenant's own subject keys may be long. */
const LONGEST_KEY_PART = 300;

/** What is shown, as KV knows it while D1 cannot serve: `msg:{routeId}:{key}:{target}`. */
export interface KvMessage {
  groupId: string;
  routeId: string;
  /** The subject's key, or the delivery's id. */
  key: string;
  targetId: string;
}

/** Route ids are unique in their group only, so the key begins with the group. */
export async function messageKey(message: KvMessage): Promise<string> {
  const { groupId, routeId, key, targetId } = message;
  const bytes = new TextEncoder().encode(key);
  const short = bytes.length <= LONGEST_KEY_PART ? key : await hash(bytes);
  return `msg:${routeId}:${groupId}:${short}:${targetId}`;
}

export async function readKvMessage(
  kv: KVNamespace,
  message: KvMessage,
): Promise<string | undefined> {
  return (await kv.get(await messageKey(message))) || undefined;
}

/** Best effort: a message whose id cannot be kept may be shown twice. */
export async function keepKvMessage(
  kv: KVNamespace,
  message: KvMessage,
  messageId: string,
): Promise<void> {
  const key = await messageKey(message);
  await tryCopy(key, () => kv.put(key, messageId, { expirationTtl: TTL_SECONDS }));
}

async function hash(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
