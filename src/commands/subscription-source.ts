import { UserError } from "../domain/user-error.ts";
import { EVERYTHING, type Source } from "../services/subscription-routes.ts";
import type { CommandUse } from "./define.ts";
import { parseRepository, splitRepository } from "./references.ts";

const OWNER = /^@?([A-Za-z0-9](?:[A-Za-z0-9-]{0,38}))(?:\/\*?)?$/;

/** What is said after `/gh subscribe`: `owner/repo`, `owner`, their links, or `*`, and the filter line behind it. */
export function sourceAndLine({ args, services }: CommandUse): { source: Source; line: string } {
  const { repo, filter = "" } = args;
  if (repo !== undefined) return { source: sourceOf(repo, services.githubUrl), line: filter };
  const [word, rest] = halves(filter);
  if (word === "") throw new UserError("setup.source_missing");
  return { source: sourceOf(word, services.githubUrl), line: rest };
}

function halves(text: string): [string, string] {
  const [, word = "", rest = ""] = /^\s*(\S*)\s*([^]*)$/.exec(text) ?? [];
  return [word, rest];
}

function sourceOf(text: string, githubUrl: string): Source {
  if (text === "*") return EVERYTHING;
  const repository = parseRepository(text, githubUrl);
  if (repository !== undefined) return splitRepository(repository);
  const word = text.startsWith(`${githubUrl}/`) ? text.slice(githubUrl.length + 1) : text;
  const owner = OWNER.exec(word)?.[1];
  if (owner === undefined) throw new UserError("setup.source_unreadable", { text });
  return { owner };
}
