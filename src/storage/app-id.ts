import { z } from "zod";
import type { PlainKv } from "./plain-kv.ts";
import { checkStored } from "./stored-value.ts";

/** `config:discord-app-id`: Discord's id of the application, asked once. */
export interface AppIdStore {
  read(): Promise<string | undefined>;
  save(id: string): Promise<void>;
}

const KEY = "config:discord-app-id";

const Snowflake = z.string().regex(/^\d{1,20}$/);

export function createAppIdStore(kv: PlainKv): AppIdStore {
  return {
    async read() {
      const value = await kv.get(KEY);
      return value === null ? undefined : checkStored(value.trim(), Snowflake, KEY);
    },
    save: (id) => kv.put(KEY, Snowflake.parse(id)),
  };
}
