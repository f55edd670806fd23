/**
 * Registers the commands with Discord and Telegram, as the scheduled task does it: what is registered already
 * is left alone. `--dry-run` says what would change, `--guild ID` limits it to one Discord server, `--local`
 * remembers in the local KV instead of the deployed one.
 */
import { existsSync, readFileSync } from "node:fs";
import { parseArgs, parseEnv } from "node:util";
import { experimental_readRawConfig as readRawConfig } from "wrangler";
import { type Config, readConfig } from "../src/config.ts";
import { createRegistration, type RegistrationReports } from "../src/context/registration.ts";
import { createTelegramBot } from "../src/context/telegram-bot.ts";
import { describeError } from "../src/observability/log.ts";
import { createAppIdStore } from "../src/storage/app-id.ts";
import { createCommandMarkers } from "../src/storage/command-markers.ts";
import { fetchInNode } from "./fetch-in-node.ts";
import { openKv } from "./open-kv.ts";
import { registrationWords } from "./registration-words.ts";

/** Here, nothing bounds the number of requests but Discord. */
const NO_LIMIT = Number.MAX_SAFE_INTEGER;

const { values: asked } = parseArgs({
  options: {
    "dry-run": { type: "boolean", default: false },
    guild: { type: "string" },
    local: { type: "boolean", default: false },
  },
});
const dryRun = asked["dry-run"];
const config = readConfig(settings());
const problem = whyNot(config);
try {
  if (problem !== undefined) throw new Error(problem);
  const about = { dryRun, onlyGuild: asked.guild, config };
  for (const line of registrationWords(await register(), about)) console.log(line);
} catch (error) {
  console.error(describeError(error).replace(/^Error: /, ""));
  process.exitCode = 1;
}

function whyNot({ discordToken, telegramToken }: Config): string | undefined {
  if (asked.guild !== undefined && !/^\d{1,20}$/.test(asked.guild)) {
    return "--guild takes a server's id: with Discord's developer mode on, right-click the server and copy it.";
  }
  if (discordToken === undefined && telegramToken === undefined) {
    return "Neither DISCORD_TOKEN nor TELEGRAM_TOKEN is set: put them into .dev.vars or the environment.";
  }
  return undefined;
}

async function register(): Promise<RegistrationReports> {
  const { kv, close } = await openKv(asked.local ? "local" : "deployed");
  try {
    const registration = createRegistration({
      config,
      fetch: fetchInNode,
      markers: createCommandMarkers(kv),
      appId: createAppIdStore(kv),
      bot: createTelegramBot(config, fetchInNode),
    });
    const onlyGuild = asked.guild === undefined ? {} : { onlyGuild: asked.guild };
    return await registration.run({ dryRun, limit: NO_LIMIT, asksAgain: true, ...onlyGuild });
  } finally {
    await close();
  }
}

/** Secrets come from `.dev.vars`; its local addresses give way to the deployed Worker's, unless it is about the local one. */
function settings(): object {
  const { rawConfig } = readRawConfig({ config: "wrangler.toml" });
  const vars = Object.fromEntries(
    Object.entries(rawConfig.vars ?? {}).filter(([, value]) => value !== ""),
  );
  const secrets = existsSync(".dev.vars") ? parseEnv(readFileSync(".dev.vars", "utf8")) : {};
  const both = asked.local ? { ...vars, ...secrets } : { ...secrets, ...vars };
  return { ...both, ...process.env };
}
