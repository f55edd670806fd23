import { Api, GrammyError } from "grammy";
import { z } from "zod";
import type { Config } from "../config.ts";
import { describeError, logWarning } from "../observability/log.ts";

/** What the product asks of Telegram besides posting notifications. */
export interface TelegramBot {
  /** Calls a Bot API method; throws grammY's `GrammyError` when Telegram refuses, after a short wait once more. */
  call(method: string, parameters: object): Promise<unknown>;
  /** Without the @; asked once an isolate. */
  name(): Promise<string>;
  /** Whether somebody administers a group; no when Telegram does not say so. */
  isAdministrator(chatId: string, userId: string): Promise<boolean>;
}

const TIMEOUT_SECONDS = 10;
/** Updates behind this one wait, too, and so does whoever asked. */
const LONGEST_WAIT_SECONDS = 5;
const ADMINISTRATORS: readonly string[] = ["creator", "administrator"];
const Me = z.object({ username: z.string() });
const Administrators = z.array(
  z.object({ status: z.string(), user: z.object({ id: z.number() }) }),
);

export function createTelegramBot(
  { telegramToken, telegramApiUrl }: Config,
  fetcher: typeof fetch,
  sleep?: (ms: number) => Promise<void>,
): TelegramBot | undefined {
  if (telegramToken === undefined) return undefined;
  const { raw } = new Api(telegramToken, {
    apiRoot: telegramApiUrl,
    fetch: fetcher,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  // grammY has a typed function for each method; which one is called is data here.
  const methods = raw as unknown as Record<string, (parameters?: object) => Promise<unknown>>;
  // Its methods without parameters take their first one for an abort signal.
  const callOnce = async (method: string, parameters: object): Promise<unknown> =>
    Object.keys(parameters).length === 0 ? methods[method]?.() : methods[method]?.(parameters);
  const call: TelegramBot["call"] = async (method, parameters) => {
    try {
      return await callOnce(method, parameters);
    } catch (error) {
      const wait = shortWaitOf(error);
      if (wait === undefined || sleep === undefined) throw error;
      await sleep(wait);
      return callOnce(method, parameters);
    }
  };
  let known: Promise<string> | undefined;
  const ask = async (): Promise<string> => Me.parse(await call("getMe", {})).username;
  return {
    call,
    name() {
      known ??= ask().catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    async isAdministrator(chatId, userId) {
      const members = Administrators.parse(
        await call("getChatAdministrators", { chat_id: Number(chatId) }),
      );
      return members.some(
        ({ status, user }) => String(user.id) === userId && ADMINISTRATORS.includes(status),
      );
    },
  };
}

/** In ms, where Telegram took nothing and asks for no long wait. */
function shortWaitOf(error: unknown): number | undefined {
  const seconds = error instanceof GrammyError ? error.parameters.retry_after : undefined;
  return seconds !== undefined && seconds <= LONGEST_WAIT_SECONDS ? seconds * 1000 : undefined;
}

/** The link into the private chat with the bot; undefined while Telegram does not say what it is called. */
export function createStartUrl(bot: TelegramBot | undefined) {
  return async (payload: string): Promise<string | undefined> => {
    try {
      return bot && `https://t.me/${await bot.name()}?start=${payload}`;
    } catch (error) {
      logWarning("telegram name unknown", { error: describeError(error) });
      return undefined;
    }
  };
}
