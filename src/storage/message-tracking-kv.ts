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

/** Reads like `readKvMessage`; what is asked for at the same moment is read in one call. */
export function createKvReader(
  kv: KVNamespace,
): (message: KvMessage) => Promise<string | undefined> {
  let gathered: { keys: string[]; found: Promise<(key: string) => string | null> } | undefined;
  const gather = () => {
    const keys: string[] = [];
    const found = Promise.resolve().then(async () => {
      gathered = undefined;
      return await readAll(kv, keys);
    });
    return { keys, found };
  };
  return async (message) => {
    const key = await messageKey(message);
    gathered ??= gather();
    gathered.keys.push(key);
    return (await gathered.found)(key) || undefined;
  };
}

/** https://developers.cloudflare.com/kv/api/read-key-value-pairs/ */
const KEYS_OF_A_READ = 100;

async function readAll(
  kv: KVNamespace,
  keys: readonly string[],
): Promise<(key: string) => string | null> {
  const [only, ...others] = keys;
  if (only !== undefined && others.length === 0) {
    const value = await kv.get(only);
    return () => value;
  }
  const values = new Map<string, string | null>();
  for (let from = 0; from < keys.length; from += KEYS_OF_A_READ) {
    const some = await kv.get(keys.slice(from, from + KEYS_OF_A_READ));
    for (const [key, value] of some) values.set(key, value);
  }
  return (key) => values.get(key) ?? null;
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
