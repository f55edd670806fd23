import type { Argument } from "./define.ts";
import type { Place } from "./invocation.ts";
import { parseReference, parseRepository, splitRepository } from "./references.ts";
import { defaultRepoOf } from "./resolve.ts";
import type { ChatAccount } from "../services/account-types.ts";
import type { CommandServices } from "./services.ts";

export interface Suggestion {
  name: string;
  value: string;
}

interface Asked {
  argument: Argument;
  /** What is typed so far. */
  words: string;
  args: Readonly<Record<string, string>>;
  account: ChatAccount;
  place: Pick<Place, "targetId" | "chatId" | "threadId">;
  services: CommandServices;
}

/** What could complete an argument, from what the person can see on GitHub; nothing for who is not linked. */
export async function suggest(asked: Asked): Promise<readonly Suggestion[]> {
  const { argument, account, services } = asked;
  if (argument.type !== "repo" && argument.type !== "ref") return [];
  const linked = await services.accounts.linked(account);
  if (linked === undefined) return [];
  return argument.type === "repo"
    ? suggestRepositories(linked.githubUserId, asked)
    : suggestIssues(linked.githubUserId, asked);
}

async function suggestRepositories(
  as: string,
  { words, services }: Asked,
): Promise<readonly Suggestion[]> {
  const names = await services.github.suggestRepositories(as, words);
  return names.map((name) => ({ name, value: name }));
}

interface HalfReference {
  /** `owner/repo`, which may be half typed itself. */
  repository: string | undefined;
  /** Of the number or of the title; undefined while the repository may still be typed. */
  search: string | undefined;
}

/** Issues and pull requests of the repository that is named, or of the chat's; and repositories while none is sure. */
async function suggestIssues(as: string, asked: Asked): Promise<readonly Suggestion[]> {
  const { place, services } = asked;
  const typed = halfReference(asked.words, services.githubUrl);
  const name = typed.repository ?? (await defaultRepoOf(services.chats, place));
  const search = typed.search ?? (typed.repository === undefined ? asked.words.trim() : "");
  const [issues, repositories] = await Promise.all([
    name === undefined ? [] : issuesOf(as, name, search, services),
    suggestedRepositories(as, asked, { search: typed.search, isUnknown: name === undefined }),
  ]);
  return [...issues, ...repositories.filter(({ value }) => value !== name)];
}

async function issuesOf(
  as: string,
  name: string,
  search: string,
  services: CommandServices,
): Promise<readonly Suggestion[]> {
  const issues = await services.github.suggestIssues(as, splitRepository(name), search);
  return issues.map(({ number, title }) => ({
    name: `#${number} ${title}`,
    value: `${name}#${number}`,
  }));
}

/** A number without a repository is offered with each of the latest ones. */
async function suggestedRepositories(
  as: string,
  asked: Asked,
  { search, isUnknown }: { search: string | undefined; isUnknown: boolean },
): Promise<readonly Suggestion[]> {
  if (!isUnknown && (search !== undefined || asked.words.trim() === "")) return [];
  if (search === undefined) return suggestRepositories(as, asked);
  if (!/^\d{0,10}$/.test(search)) return [];
  const latest = await suggestRepositories(as, { ...asked, words: "" });
  const suffix = search === "" ? "" : `#${search}`;
  return latest.map(({ value }) => ({ name: `${value}${suffix}`, value: `${value}${suffix}` }));
}

/** Reads `owner/repo`, `owner/repo#4`, `owner/repo words`, `#4`, a link, or words alone. */
function halfReference(words: string, githubUrl: string): HalfReference {
  const text = words.trim();
  const [, first = "", search] = /^([^#\s]*)(?:[#\s]\s*(.*))?$/s.exec(text) ?? [];
  const said = parseReference(first, githubUrl);
  if (said?.repo === undefined) {
    const number = /^#?(\d{1,10})$/.exec(text)?.[1];
    return { repository: undefined, search: number ?? (first === "" ? search : undefined) };
  }
  const linked = said.number === undefined ? undefined : String(said.number);
  return { repository: parseRepository(first, githubUrl), search: linked ?? search };
}
