import { z } from "zod";
import { createDiscordApi, type DiscordApi, DiscordRefused } from "../bots/discord/api.ts";
import { codeOf } from "../bots/discord/errors.ts";
import {
  type CommandApi,
  type PutOutcome,
  registerCommands,
  type RegistrationOptions,
  type RegistrationReport,
} from "../bots/discord/registration/register.ts";
import {
  registerTelegram,
  type TelegramRegistrationReport,
} from "../bots/telegram/registration/register.ts";
import type { Config } from "../config.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { AppIdStore } from "../storage/app-id.ts";
import type { CommandMarkers } from "../storage/command-markers.ts";
import { sha256Hex } from "../storage/hash.ts";
import type { TelegramBot } from "./telegram-bot.ts";

export interface RegistrationDeps {
  config: Config;
  fetch: typeof fetch;
  markers: CommandMarkers;
  appId: AppIdStore;
  bot: TelegramBot | undefined;
}

export interface Registration {
  /**
   * Makes the command sets what they should be. A platform that is not configured has no report; one that fails
   * keeps the other from nothing, and its error is thrown in the end.
   */
  run(how?: HowToRegister): Promise<RegistrationReports>;
}

export type HowToRegister = Pick<
  RegistrationOptions,
  "dryRun" | "onlyGuild" | "limit" | "asksAgain"
>;

export interface RegistrationReports {
  discord?: RegistrationReport;
  telegram?: TelegramRegistrationReport;
}

const GUILDS_PAGE = 200;
/** The bot may not write commands to the guild (`Missing Access`), or is not in it (`Unknown Guild`). */
const REFUSALS: readonly number[] = [50001, 10004];
const TOO_MANY = 429;
/** The day's creates are used up; it comes with status 400, too. */
const TOO_MANY_CREATES = 30034;
const UNAUTHORIZED = 401;
const Application = z.object({ id: z.string() });
const Guilds = z.array(z.object({ id: z.string() }));

/** One function for the script and the scheduled task. */
export function createRegistration(deps: RegistrationDeps): Registration {
  return {
    async run(how = {}) {
      const [discord, telegram] = await Promise.allSettled([
        onDiscord(deps, how),
        how.onlyGuild === undefined ? onTelegram(deps, how) : undefined,
      ]);
      if (discord.status === "rejected") throw discord.reason;
      if (telegram.status === "rejected") throw telegram.reason;
      return {
        ...(discord.value && { discord: discord.value }),
        ...(telegram.value && { telegram: telegram.value }),
      };
    },
  };
}

async function onDiscord(
  deps: RegistrationDeps,
  how: HowToRegister,
): Promise<RegistrationReport | undefined> {
  const { config, markers } = deps;
  if (config.discordToken === undefined) return undefined;
  const report = await registerCommands({
    scope: config.discordCommandScope,
    markers,
    api: commandApi(deps, config.discordToken),
    ...how,
  });
  for (const guild of report.refused) logWarning("discord guild refuses commands", { guild });
  return report;
}

function commandApi({ config, fetch, appId }: RegistrationDeps, token: string): CommandApi {
  const api = createDiscordApi({ fetch, apiUrl: config.discordApiUrl, token });
  const applicationId = async (): Promise<string> => {
    const known = config.discordApplicationId ?? (await appId.read());
    if (known !== undefined) return known;
    const { id } = Application.parse((await api.call("GET", "/applications/@me")).body);
    await appId.save(id);
    return id;
  };
  return {
    putGlobal: async (commands) =>
      put(api, `/applications/${await applicationId()}/commands`, commands),
    putGuild: async (guildId, commands) =>
      put(api, `/applications/${await applicationId()}/guilds/${guildId}/commands`, commands),
    async guilds() {
      const ids: string[] = [];
      for (let more = true; more;) {
        const after = ids.at(-1) ?? "0";
        const path = `/users/@me/guilds?limit=${GUILDS_PAGE}&after=${after}`;
        const page = Guilds.parse((await api.call("GET", path)).body);
        ids.push(...page.map(({ id }) => id));
        more = page.length === GUILDS_PAGE;
      }
      return ids;
    },
  };
}

async function put(
  api: DiscordApi,
  path: string,
  commands: readonly object[],
): Promise<PutOutcome> {
  try {
    await api.call("PUT", path, commands);
    return "done";
  } catch (error) {
    const refusal = error instanceof DiscordRefused ? error.refusal : undefined;
    const code = refusal && codeOf(refusal);
    if (refusal?.status === UNAUTHORIZED) throw error;
    if (refusal?.status === TOO_MANY || code === TOO_MANY_CREATES) return "limited";
    if (code !== undefined && REFUSALS.includes(code)) return "refused";
    logWarning("discord commands not registered", { path, error: describeError(error) });
    return "failed";
  }
}

async function onTelegram(
  { config, bot }: RegistrationDeps,
  { dryRun }: HowToRegister,
): Promise<TelegramRegistrationReport | undefined> {
  const { baseUrl, telegramWebhookSecret: webhookSecret } = config;
  if (bot === undefined || baseUrl === undefined || webhookSecret === undefined) return undefined;
  // Telegram does not tell which secret it has: an address that changes with it does.
  const version = (await sha256Hex(webhookSecret)).slice(0, 8);
  return registerTelegram({
    call: (method, parameters) => bot.call(method, parameters),
    webhookUrl: `${baseUrl}/telegram/webhook?v=${version}`,
    webhookSecret,
    ...(dryRun !== undefined && { dryRun }),
  });
}
