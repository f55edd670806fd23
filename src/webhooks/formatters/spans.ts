import type { Span } from "../../domain/text.ts";
import type { Translate } from "../../i18n/translate.ts";
import { type Person, type Surroundings, shortRef, shortSha } from "./fields.ts";
import { bold, code, linked } from "./sentence.ts";

/** Ghosts, deleted users and apps have no login. */
export function person(who: Person | undefined, t: Translate): Span {
  const name = who?.login ?? who?.name;
  if (name === undefined) return t("word.somebody");
  return who?.html_url === undefined ? { person: name } : { person: name, url: who.html_url };
}

export function repository(
  { repository, organization, enterprise }: Surroundings,
  t: Translate,
): Span {
  const name = repository?.full_name ?? organization?.login ?? enterprise?.name;
  if (name === undefined) return t("word.somewhere");
  return linked(name, repository?.html_url ?? organization?.html_url ?? enterprise?.html_url);
}

export function organization(
  { organization, enterprise, repository }: Surroundings,
  t: Translate,
): Span {
  const name = organization?.login ?? enterprise?.name ?? repository?.owner?.login;
  return name === undefined ? t("word.somewhere") : linked(name, organization?.html_url);
}

/** `#12`, linked. */
export function numbered(
  thing: { number?: number | undefined; html_url?: string | undefined } | undefined,
): Span | undefined {
  if (thing?.number === undefined) return undefined;
  return linked(`#${thing.number}`, thing.html_url);
}

export function branch(ref: string | undefined, t: Translate): Span {
  return ref === undefined ? t("word.a_branch") : code(shortRef(ref));
}

/** A branch, or where there is none the commit. */
export function branchOrCommit(
  ref: string | undefined,
  sha: string | undefined,
  t: Translate,
): Span {
  return ref === undefined && sha !== undefined ? code(shortSha(sha)) : branch(ref, t);
}

export function named(name: string | undefined, url?: string): Span | undefined {
  return name === undefined ? undefined : bold(name, url);
}
