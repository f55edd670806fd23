import { z } from "zod";
import { listedCommands } from "../../../commands/registry.ts";
import { en } from "../../../i18n/en/index.ts";
import { zh } from "../../../i18n/zh/index.ts";
import type { MessageKey } from "../../../i18n/translate.ts";

/** Calls a Bot API method; gives its result, throws when Telegram refuses. */
type Call = (method: string, parameters: object) => Promise<unknown>;

export interface TelegramRegistrationOptions {
  call: Call;
  webhookUrl: string;
  webhookSecret: string;
  dryRun?: boolean;
}

/** What one run changed, or would change. */
export interface TelegramRegistrationReport {
  webhook: "same" | "set";
  /** The command lists that were set, as `scope/language`. */
  commands: readonly string[];
}

/** What counts of a listed command; Telegram may say more of it. */
const BotCommand = z.object({ command: z.string(), description: z.string() });
type BotCommand = z.infer<typeof BotCommand>;
const Listed = z.array(BotCommand);

const DESCRIPTION_LIMIT = 256;
const UPDATES = ["message", "callback_query", "my_chat_member"] as const;
const SCOPES = ["all_private_chats", "all_group_chats"] as const;
/** The list without a language is for everybody else. */
const LANGUAGES: Readonly<Record<string, Readonly<Record<MessageKey, string>>>> = { "": en, zh };

/** Sets the webhook and the command lists, each only where Telegram has another one. */
export async function registerTelegram(
  options: TelegramRegistrationOptions,
): Promise<TelegramRegistrationReport> {
  const webhook = await settleWebhook(options);
  const commands: string[] = [];
  for (const scope of SCOPES) {
    for (const language of Object.keys(LANGUAGES)) {
      if (await settleCommands(scope, language, options))
        commands.push(`${scope}/${language || "any"}`);
    }
  }
  return { webhook, commands };
}

/** The list of commands for Telegram's menu: `gh_pr_merge` is `/gh pr merge`. */
export function telegramCommands(language: string): readonly BotCommand[] {
  const catalog = LANGUAGES[language] ?? en;
  const described = (key: MessageKey) => catalog[key].slice(0, DESCRIPTION_LIMIT);
  return [
    { command: "gh", description: described("commands.gh.description") },
    ...listedCommands.map(({ path, description }) => ({
      command: `gh_${path.replace(/[ -]/g, "_")}`,
      description: described(description),
    })),
  ];
}

async function settleWebhook(options: TelegramRegistrationOptions): Promise<"same" | "set"> {
  const { call, webhookUrl, webhookSecret, dryRun } = options;
  const known = await call("getWebhookInfo", {});
  if (isSame(known, webhookUrl)) return "same";
  if (dryRun !== true) {
    await call("setWebhook", {
      url: webhookUrl,
      secret_token: webhookSecret,
      allowed_updates: UPDATES,
    });
  }
  return "set";
}

function isSame(known: unknown, url: string): boolean {
  if (typeof known !== "object" || known === null || !("url" in known)) return false;
  const updates: unknown = "allowed_updates" in known ? known.allowed_updates : [];
  const listed = Array.isArray(updates) ? updates.map(String).sort().join() : "";
  return known.url === url && listed === [...UPDATES].sort().join();
}

async function settleCommands(
  scope: string,
  language: string,
  { call, dryRun }: TelegramRegistrationOptions,
): Promise<boolean> {
  const where = { scope: { type: scope }, ...(language === "" ? {} : { language_code: language }) };
  const wanted = telegramCommands(language);
  const known = await call("getMyCommands", where);
  if (JSON.stringify(Listed.safeParse(known).data) === JSON.stringify(wanted)) return false;
  if (dryRun !== true) await call("setMyCommands", { commands: wanted, ...where });
  return true;
}
