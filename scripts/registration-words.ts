import type { Config } from "../src/config.ts";
import type { RegistrationReports } from "../src/context/registration.ts";

type DiscordReport = NonNullable<RegistrationReports["discord"]>;
type TelegramReport = NonNullable<RegistrationReports["telegram"]>;

interface About {
  dryRun: boolean;
  onlyGuild: string | undefined;
  config: Pick<Config, "discordToken" | "telegramToken" | "discordCommandScope">;
}

/** What a run changed, or would change, in plain words: one line each. */
export function registrationWords(
  { discord, telegram }: RegistrationReports,
  about: About,
): readonly string[] {
  return [
    ...(discord === undefined
      ? ["Discord: DISCORD_TOKEN is not set, so nothing is registered."]
      : discordWords(discord, about)),
    ...(telegram === undefined ? telegramOff(about) : telegramWords(telegram, about)),
  ];
}

function discordWords(report: DiscordReport, { dryRun, onlyGuild }: About): string[] {
  const would = dryRun ? "would be " : "";
  const global: Record<DiscordReport["global"], string[]> = {
    same: [],
    registered: [`the global commands ${would}registered`],
    cleared: [`the global commands ${would}cleared, since each server has its own`],
    limited: [],
    waiting: ["the global commands come when each server's own are gone: run this again"],
    in_the_way: ["the global commands must be cleared first: run this without --guild"],
    failed: ["the global commands were refused; the log above says how"],
  };
  const lines = [
    ...global[report.global],
    ...servers(report.registered, `commands ${would}registered`),
    ...servers(report.cleared, `own commands ${would}cleared`),
    ...servers(
      report.refused,
      "refuses commands: invite the bot again with the scope applications.commands, then run this again",
    ),
    ...servers(report.failed, "failed; another run tries again"),
    ...servers(report.forgotten, `left by the bot, ${dryRun ? "would be " : ""}forgotten`),
    ...(report.limited ? ["Discord takes no more for now: run this again later"] : []),
    ...(report.waiting > 0 ? [`servers left for another run: ${report.waiting}`] : []),
  ];
  if (lines.length > 0) return lines.map((line) => `Discord: ${line}.`);
  return onlyGuild === undefined
    ? ["Discord: nothing to change."]
    : [`Discord: nothing to change in server ${onlyGuild} (or the bot is not in it).`];
}

function servers(ids: readonly string[], what: string): string[] {
  return ids.map((id) => `server ${id}: ${what}`);
}

function telegramOff({ onlyGuild, config }: About): string[] {
  if (onlyGuild !== undefined) return [];
  return config.telegramToken === undefined
    ? ["Telegram: TELEGRAM_TOKEN is not set, so nothing is registered."]
    : ["Telegram: BASE_URL and TELEGRAM_WEBHOOK_SECRET are needed, too, so nothing is registered."];
}

function telegramWords({ webhook, commands }: TelegramReport, { dryRun }: About): string[] {
  const would = dryRun ? "would be " : "";
  const lines = [
    ...(webhook === "set" ? [`the webhook ${would}set`] : []),
    ...commands.map((list) => `the command list ${list} ${would}set`),
  ];
  return (lines.length > 0 ? lines : ["nothing to change"]).map((line) => `Telegram: ${line}.`);
}
