import type { Invocation } from "../../../commands/invocation.ts";
import type { Reply } from "../../../commands/reply.ts";
import type { PendingUse } from "../../../commands/services.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { TelegramChat } from "./payload.ts";

/** What a shared chat is told in place of a reply, and the use that the private chat goes on with. */
export interface NotHere {
  text: string;
  resume: PendingUse;
}

/** Undefined for a reply that may be said where it was asked for. */
export function notHere(
  reply: Reply,
  { place, path, args }: Invocation,
  { type }: TelegramChat,
  t: Translate,
): NotHere | undefined {
  if (place.isPrivate) return undefined;
  const inPrivate = t("commands.telegram.in_private");
  const isChannel = type === "channel";
  if (reply.type === "form") {
    // Who reads a channel cannot write there; and a present text, to be changed, need not be for everybody here.
    const showsText = reply.fields.some(({ value }) => value !== undefined);
    return isChannel || showsText
      ? { text: inPrivate, resume: { path: reply.path, args: reply.args } }
      : undefined;
  }
  const { secret, resume, text, actions = [] } = reply;
  if (secret === true) {
    return resume === undefined
      ? { text: inPrivate, resume: { path: "login", args: {} } }
      : { text, resume };
  }
  // A question there would be a post for everybody who reads it.
  const asks = isChannel && actions.some((action) => action.type === "command");
  return asks ? { text: inPrivate, resume: { path, args } } : undefined;
}
