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

/**
 * What became of a set that was put: taken; refused because the bot may not there (50001); `limited`, so that
 * nothing more is to be sent for now (the day's limit of creates, 30034, included); or anything else, which another run
 * may see go well.
 */
export type PutOutcome = "done" | "refused" | "limited" | "failed";

/** Discord's side of it. Throws where Discord takes nothing from this bot at all. */
export interface CommandApi {
  putGlobal(commands: readonly object[]): Promise<PutOutcome>;
  putGuild(guildId: string, commands: readonly object[]): Promise<PutOutcome>;
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
  /** Asks the guilds again that refused this set: a person runs it, who may have invited the bot anew. */
  asksAgain?: boolean;
  /** How many sets one run may put: an invocation has a bounded number of requests. */
  limit?: number;
}

/** What one run changed, or would change; guilds by their ids. */
export interface RegistrationReport {
  /** `waiting` for every guild's own set to be gone; `in_the_way` of a single guild's own. */
  global: "same" | "registered" | "cleared" | "limited" | "failed" | "waiting" | "in_the_way";
  registered: readonly string[];
  cleared: readonly string[];
  refused: readonly string[];
  /** Left as they were; another run tries again. */
  failed: readonly string[];
  /** The bot is not there any more. */
  forgotten: readonly string[];
  /** How many sets are left for another run. */
  waiting: number;
  /** Discord takes no more for now. */
  limited: boolean;
}

/** A guild that refused is asked again when the commands change, or a person asks. */
const REFUSED = "refused:";
const LIMIT = 20;

/**
 * Makes Discord's command sets what they should be and does nothing where they are: one global set,
 * or one in every guild, never both, so that no command shows twice: what goes, goes first.
 */
export async function registerCommands(options: RegistrationOptions): Promise<RegistrationReport> {
  const { scope, onlyGuild } = options;
  const wanted = {
    global: scope === "global" ? discordCommands("global") : [],
    guild: scope === "guild" ? discordCommands("guild") : [],
  };
  if (onlyGuild !== undefined) {
    const isInTheWay = scope === "guild" && (await isShownEverywhere(options.markers));
    const guild = await settleGuilds(wanted.guild, options, !isInTheWay);
    return { global: isInTheWay ? "in_the_way" : "same", ...guild };
  }
  if (scope === "guild") {
    const global = await settleGlobal(wanted.global, options);
    const isGone = global === "same" || global === "cleared";
    return { global, ...(await settleGuilds(wanted.guild, options, isGone)) };
  }
  const guilds = await settleGuilds(wanted.guild, options);
  const areGone = guilds.waiting === 0 && guilds.failed.length === 0;
  return { ...guilds, global: areGone ? await settleGlobal(wanted.global, options) : "waiting" };
}

/** As far as is known: what was registered globally is forgotten after a day. */
async function isShownEverywhere(markers: CommandMarkers): Promise<boolean> {
  const known = await markers.global();
  return known !== undefined && known !== (await markerOf([]));
}

async function settleGuilds(
  commands: readonly object[],
  options: RegistrationOptions,
  maySettle = true,
): Promise<Omit<RegistrationReport, "global">> {
  const { markers, dryRun, limit = LIMIT } = options;
  const { change, left } = await guildWork(commands, options);
  const settled = { registered: [], cleared: [], refused: [], failed: [] } as Settled;
  let limited = false;
  let waiting = change.length;
  for (const guildId of maySettle ? change.slice(0, limit) : []) {
    limited = (await settleGuild(guildId, commands, options, settled)) === "limited";
    if (limited) break;
    waiting -= 1;
  }
  if (dryRun !== true) for (const id of left) await markers.removeGuild(id);
  return { ...settled, forgotten: left, waiting, limited };
}

type Settled = Record<"registered" | "cleared" | "refused" | "failed", string[]>;

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
    const outcome = await api.putGlobal(commands);
    if (outcome !== "done") return outcome === "limited" ? "limited" : "failed";
    await markers.setGlobal(marker);
  }
  return commands.length === 0 ? "cleared" : "registered";
}

/** The guilds whose set must change, and those whose marker has outlived the bot's stay. */
async function guildWork(
  commands: readonly object[],
  { scope, api, markers, onlyGuild, asksAgain }: RegistrationOptions,
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
    const hasRefused = known === `${REFUSED}${marker}` && asksAgain !== true;
    if (known !== marker && !hasRefused) change.push(id);
  }
  const left = onlyGuild === undefined ? marked.filter((id) => !present.includes(id)) : [];
  return { change, left };
}

async function settleGuild(
  guildId: string,
  commands: readonly object[],
  { api, markers, dryRun }: RegistrationOptions,
  settled: Settled,
): Promise<PutOutcome> {
  const outcome = dryRun === true ? "done" : await api.putGuild(guildId, commands);
  const isClearing = commands.length === 0;
  if (outcome === "done") (isClearing ? settled.cleared : settled.registered).push(guildId);
  else if (outcome !== "limited") settled[outcome].push(guildId);
  if (dryRun === true || outcome === "limited" || outcome === "failed") return outcome;
  const marker = await markerOf(commands);
  // Where nothing is to be registered, and the bot may register nothing, there is nothing to remember.
  if (isClearing) await markers.removeGuild(guildId);
  else await markers.setGuild(guildId, outcome === "refused" ? `${REFUSED}${marker}` : marker);
  return outcome;
}
