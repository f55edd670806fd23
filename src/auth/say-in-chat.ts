import type { Context } from "hono";
import type { PrivateLine } from "../domain/private-line.ts";
import type { MessageKey, MessageParams, Translate } from "../i18n/translate.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Origin } from "../services/account-types.ts";

/** Says something to one person in the chat, above a button that begins the login anew. */
export type TellPerson = (
  line: PrivateLine,
  said: { text: string; loginButton: string },
) => Promise<unknown>;

interface Deps {
  tellPerson: TellPerson;
  translatorFor: (lang: string) => Promise<Translate>;
}

/**
 * Who closes the page finds the way on where they began, too. Said beside the page, which waits for no chat;
 * where the chat takes it no more, the page has said it.
 */
export function sayInChat(
  c: Context,
  { tellPerson, translatorFor }: Deps,
  { line, lang = "en" }: Origin,
  key: MessageKey,
  params?: MessageParams,
): void {
  if (line === undefined) return;
  const say = async (): Promise<void> => {
    const t = await translatorFor(lang);
    await tellPerson(line, { text: t(key, params), loginButton: t("commands.login.button") });
  };
  c.executionCtx.waitUntil(
    say().catch((error: unknown) =>
      logWarning("auth.not_told_in_chat", {
        platform: line.platform,
        error: describeError(error),
      }),
    ),
  );
}
