import { Api } from "grammy";
import { z } from "zod";
import type { Config } from "../config.ts";

/** What the product asks of Telegram besides posting notifications. */
export interface TelegramBot {
  /** Calls a Bot API method; throws grammY's `GrammyError` when Telegram refuses. */
  call(method: string, parameters: object): Promise<unknown>;
  /** Without the @; asked once an isolate. */
  name(): Promise<string>;
  /** Whether somebody administers a group; no when Telegram does not say so. */
  isAdministrator(chatId: string, userId: string): Promise<boolean>;
}

const TIMEOUT_SECONDS = 10;
const ADMINISTRATORS: readonly string[] = ["creator", "administrator"];
const Me = z.object({ username: z.string() });
const Administrators = z.array(
  z.object({ status: z.string(), user: z.object({ id: z.number() }) }),
);

export function createTelegramBot(
  { telegramToken, telegramApiUrl }: Config,
  fetcher: typeof fetch,
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
  const call = async (method: string, parameters: object): Promise<unknown> =>
    Object.keys(parameters).length === 0 ? methods[method]?.() : methods[method]?.(parameters);
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
