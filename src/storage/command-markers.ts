import type { KeyPage, PlainKv } from "./plain-kv.ts";

/** Where which command set is registered, by its hash: the same set is never registered twice. */
export interface CommandMarkers {
  /** `cmd:guild:{id}`. */
  guild(guildId: string): Promise<string | undefined>;
  setGuild(guildId: string, marker: string): Promise<void>;
  removeGuild(guildId: string): Promise<void>;
  /** The guilds that have commands of their own. */
  guilds(): Promise<string[]>;
  /** `cmd:registered:global`: asked anew every day. */
  global(): Promise<string | undefined>;
  setGlobal(marker: string): Promise<void>;
  removeGlobal(): Promise<void>;
}

const GUILD_PREFIX = "cmd:guild:";
const GLOBAL_KEY = "cmd:registered:global";
const GLOBAL_TTL_SECONDS = 86_400;

export function createCommandMarkers(kv: PlainKv): CommandMarkers {
  return {
    guild: async (guildId) => (await kv.get(`${GUILD_PREFIX}${guildId}`)) ?? undefined,
    setGuild: (guildId, marker) => kv.put(`${GUILD_PREFIX}${guildId}`, marker),
    removeGuild: (guildId) => kv.delete(`${GUILD_PREFIX}${guildId}`),
    async guilds() {
      const ids: string[] = [];
      for (let cursor: string | null = null, more = true; more;) {
        const page: KeyPage = await kv.list({ prefix: GUILD_PREFIX, cursor });
        ids.push(...page.keys.map(({ name }) => name.slice(GUILD_PREFIX.length)));
        more = !page.list_complete;
        cursor = page.list_complete ? null : page.cursor;
      }
      return ids;
    },
    global: async () => (await kv.get(GLOBAL_KEY)) ?? undefined,
    setGlobal: (marker) => kv.put(GLOBAL_KEY, marker, { expirationTtl: GLOBAL_TTL_SECONDS }),
    removeGlobal: () => kv.delete(GLOBAL_KEY),
  };
}
