import type { Invocation } from "../../../commands/invocation.ts";
import type { Reply } from "../../../commands/reply.ts";
import type { PendingUse } from "../../../commands/services.ts";
import type { Translate } from "../../../i18n/translate.ts";

/** What a shared chat is told in place of a reply, and the use that the private chat goes on with. */
export interface NotHere {
  text: string;
  resume: PendingUse;
}

/** Undefined for a reply that may be said where it was asked for. */
export function notHere(reply: Reply, { place }: Invocation, t: Translate): NotHere | undefined {
  if (place.isPrivate) return undefined;
  const inPrivate = t("commands.telegram.in_private");
  if (reply.type === "answer") {
    const { secret, resume, text } = reply;
    if (secret !== true) return undefined;
    return resume === undefined
      ? { text: inPrivate, resume: { path: "login", args: {} } }
      : { text, resume };
  }
  // A present text, to be changed, need not be for everybody here.
  const showsText = reply.fields.some(({ value }) => value !== undefined);
  return showsText
    ? { text: inPrivate, resume: { path: reply.path, args: reply.args } }
    : undefined;
}
