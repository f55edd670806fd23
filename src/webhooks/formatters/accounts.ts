import type { z } from "zod";
import type { Translate } from "../../i18n/translate.ts";
import { line, link, object, type Person } from "./fields.ts";
import { linked } from "./sentence.ts";

/** Whose an installation or a purchase is. */
export const account = object({ login: line, html_url: link, slug: line, name: line });
type Account = z.infer<typeof account>;

/** Mostly it is the actor's own. */
export function accountOf(known: Account, actor: Person | undefined, t: Translate) {
  const own = known?.login !== undefined && known.login === actor?.login;
  return own ? t("word.own_account") : accountSpan(known);
}

export function accountSpan(known: Account) {
  const name = known?.login ?? known?.name ?? known?.slug;
  return name === undefined ? undefined : linked(name, known?.html_url);
}
