import { z } from "zod";
import { randomHex } from "./hash.ts";
import { readJson } from "./stored-value.ts";

export interface Session {
  /** Numeric GitHub id. */
  userId: string;
  login: string;
}

/** `session:{id}`: who is signed in at the console, for seven days. */
export interface Sessions {
  /** The id for the cookie: 32 random bytes, hex. */
  create(session: Session): Promise<string>;
  read(id: string): Promise<Session | undefined>;
  remove(id: string): Promise<void>;
}

const TTL_SECONDS = 7 * 86_400;

const StoredSession = z.object({ userId: z.string(), login: z.string() });

const keyOf = (id: string): string => `session:${id}`;
const isId = (id: string): boolean => /^[0-9a-f]{64}$/.test(id);

export function createSessions(kv: KVNamespace): Sessions {
  return {
    async create({ userId, login }) {
      const id = randomHex(32);
      await kv.put(keyOf(id), JSON.stringify({ userId, login }), { expirationTtl: TTL_SECONDS });
      return id;
    },
    read: async (id) => (isId(id) ? await readJson(kv, keyOf(id), StoredSession) : undefined),
    remove: async (id) => {
      if (isId(id)) await kv.delete(keyOf(id));
    },
  };
}
