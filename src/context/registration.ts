import { z } from "zod";
import { createDiscordApi, DiscordRefused } from "../bots/discord/api.ts";
import {
  type CommandApi,
  registerCommands,
  type RegistrationReport,
} from "../bots/discord/registration/register.ts";
import {
  registerTelegram,
  type TelegramRegistrationReport,
} from "../bots/telegram/registration/register.ts";
import type { Config } from "../config.ts";
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
  /** Makes the command sets what they should be; undefined where a platform is not configured. */
  run(how?: { dryRun?: boolean; onlyGuild?: string }): Promise<{
    discord: RegistrationReport | undefined;
    telegram: TelegramRegistrationReport | undefined;
  }>;
}

const GUILDS_PAGE = 200;
/** The guild is one the bot may not write commands to. */
const FORBIDDEN_STATUS = 403;
const Application = z.object({ id: z.string() });
const Guilds = z.array(z.object({ id: z.string() }));

/** One function for the script and the scheduled task. */
export function createRegistration(deps: RegistrationDeps): Registration {
  return {
    async run(how = {}) {
      const discord = await onDiscord(deps, how);
      const telegram = how.onlyGuild === undefined ? await onTelegram(deps, how) : undefined;
      return { discord, telegram };
    },
  };
}

async function onDiscord(
  deps: RegistrationDeps,
  how: { dryRun?: boolean; onlyGuild?: string },
): Promise<RegistrationReport | undefined> {
  const { config, markers } = deps;
  if (config.discordToken === undefined) return undefined;
  return registerCommands({
    scope: config.discordCommandScope,
    markers,
    api: commandApi(deps, config.discordToken),
    ...how,
  });
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
    async putGlobal(commands) {
      await api.call("PUT", `/applications/${await applicationId()}/commands`, commands);
    },
    async putGuild(guildId, commands) {
      const path = `/applications/${await applicationId()}/guilds/${guildId}/commands`;
      try {
        await api.call("PUT", path, commands);
        return "done";
      } catch (error) {
        const isForbidden =
          error instanceof DiscordRefused && error.refusal.status === FORBIDDEN_STATUS;
        if (isForbidden) return "refused";
        throw error;
      }
    },
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

async function onTelegram(
  { config, bot }: RegistrationDeps,
  { dryRun }: { dryRun?: boolean },
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
