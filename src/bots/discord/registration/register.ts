import { discordCommands } from "./commands-json.ts";

/** What is registered where, as last known: the hash of the set, per guild and globally. */
export interface CommandMarkers {
  global(): Promise<string | undefined>;
  setGlobal(marker: string): Promise<void>;
  guild(guildId: string): Promise<string | undefined>;
  setGuild(guildId: string, marker: string): Promise<void>;
  removeGuild(guildId: string): Promise<void>;
  /** Ids of all guilds with a marker. */
  guilds(): Promise<readonly string[]>;
}

/** Discord's side of it. `putGuild` says `refused` where the bot may not (50001). */
export interface CommandApi {
  putGlobal(commands: readonly object[]): Promise<void>;
  putGuild(guildId: string, commands: readonly object[]): Promise<"done" | "refused">;
  /** The guilds the bot is in, all pages. */
  guilds(): Promise<readonly string[]>;
}

export interface RegistrationOptions {
  scope: "global" | "guild";
  api: CommandApi;
  markers: CommandMarkers;
  /** Only says what would change. */
  dryRun?: boolean;
  /** Only this guild. */
  onlyGuild?: string;
  /** How many sets one run may put: an invocation has a bounded number of requests. */
  limit?: number;
}

/** What one run changed, or would change. `waiting` sets are left for the next run. */
export interface RegistrationReport {
  global: "same" | "registered" | "cleared";
  registered: readonly string[];
  cleared: readonly string[];
  refused: readonly string[];
  forgotten: readonly string[];
  waiting: number;
}

/** A guild that refused is asked again only when the commands change. */
const REFUSED = "refused:";
const LIMIT = 20;

/**
 * Makes Discord's command sets what they should be and does nothing where they are: one global set,
 * or one in every guild, never both, so that no command shows twice.
 */
export async function registerCommands(options: RegistrationOptions): Promise<RegistrationReport> {
  const { scope, markers, onlyGuild } = options;
  const wanted = {
    global: scope === "global" ? discordCommands("global") : [],
    guild: scope === "guild" ? discordCommands("guild") : [],
  };
  const global = onlyGuild === undefined ? await settleGlobal(wanted.global, options) : "same";
  const guilds = await guildWork(wanted.guild, options);
  const report = { registered: [] as string[], cleared: [] as string[], refused: [] as string[] };
  const limited = guilds.change.slice(0, options.limit ?? LIMIT);
  for (const guildId of limited) await settleGuild(guildId, wanted.guild, options, report);
  if (options.dryRun !== true) for (const id of guilds.left) await markers.removeGuild(id);
  return {
    global,
    ...report,
    forgotten: guilds.left,
    waiting: guilds.change.length - limited.length,
  };
}

/** The value a marker has for a command set. */
export async function markerOf(commands: readonly object[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(commands));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function settleGlobal(
  commands: readonly object[],
  { api, markers, dryRun }: RegistrationOptions,
): Promise<RegistrationReport["global"]> {
  const marker = await markerOf(commands);
  if ((await markers.global()) === marker) return "same";
  if (dryRun !== true) {
    await api.putGlobal(commands);
    await markers.setGlobal(marker);
  }
  return commands.length === 0 ? "cleared" : "registered";
}

/** The guilds whose set must change, and those whose marker has outlived the bot's stay. */
async function guildWork(
  commands: readonly object[],
  { scope, api, markers, onlyGuild }: RegistrationOptions,
): Promise<{ change: readonly string[]; left: readonly string[] }> {
  const marked = await markers.guilds();
  if (scope === "global") {
    return { change: marked.filter((id) => onlyGuild === undefined || id === onlyGuild), left: [] };
  }
  const present = await api.guilds();
  const asked = present.filter((id) => onlyGuild === undefined || id === onlyGuild);
  const marker = await markerOf(commands);
  const change: string[] = [];
  for (const id of asked) {
    const known = marked.includes(id) ? await markers.guild(id) : undefined;
    if (known !== marker && known !== `${REFUSED}${marker}`) change.push(id);
  }
  const left = onlyGuild === undefined ? marked.filter((id) => !present.includes(id)) : [];
  return { change, left };
}

async function settleGuild(
  guildId: string,
  commands: readonly object[],
  { api, markers, dryRun }: RegistrationOptions,
  report: { registered: string[]; cleared: string[]; refused: string[] },
): Promise<void> {
  const outcome = dryRun === true ? "done" : await api.putGuild(guildId, commands);
  if (outcome === "refused") report.refused.push(guildId);
  else (commands.length === 0 ? report.cleared : report.registered).push(guildId);
  if (dryRun === true) return;
  const marker = await markerOf(commands);
  if (commands.length === 0) await markers.removeGuild(guildId);
  else await markers.setGuild(guildId, outcome === "refused" ? `${REFUSED}${marker}` : marker);
}
