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

/** Issues and pull requests of the repository that is named, or of the chat's. */
async function suggestIssues(as: string, asked: Asked): Promise<readonly Suggestion[]> {
  const { words, place, services } = asked;
  const said = parseReference(words.replace(/#.*$/s, ""), services.githubUrl);
  const name =
    said?.repo === undefined
      ? await defaultRepoOf(services.chats, place)
      : parseRepository(`${said.owner ?? ""}/${said.repo}`, services.githubUrl);
  if (name === undefined) return [];
  const search = words.includes("#")
    ? words.slice(words.indexOf("#") + 1)
    : said === undefined
      ? words
      : "";
  const issues = await services.github.suggestIssues(as, splitRepository(name), search);
  return issues.map(({ number, title }) => ({
    name: `#${number} ${title}`,
    value: `${name}#${number}`,
  }));
}
