import { UserError } from "../domain/user-error.ts";
import type { CommandUse } from "./define.ts";
import type { Place } from "./invocation.ts";
import {
  type CommentReference,
  parseReference,
  parseRepository,
  type Reference,
  resolveReference,
  splitRepository,
} from "./references.ts";
import type { ChatPreferences } from "./services.ts";

/** The issue or pull request a command is about: said, shown in the message it answers, or of the chat's repository. */
export async function referenceOf(use: CommandUse): Promise<Reference> {
  const { invocation, services, args } = use;
  const { place, contextLinks, threadLinks } = invocation;
  const said = args["ref"];
  const { githubUrl } = services;
  const isEnough = said !== undefined && parseReference(said, githubUrl)?.owner !== undefined;
  if (isEnough) return resolveReference(said, { githubUrl, links: [], defaultRepo: undefined });
  const links = contextLinks.length > 0 ? contextLinks : ((await threadLinks?.()) ?? []);
  const defaultRepo = await defaultRepoOf(services.chats, place);
  return resolveReference(said, { githubUrl, links, defaultRepo });
}

/** The same for one comment: a link to it is preferred to other links of the message. */
export async function commentOf(
  use: CommandUse,
): Promise<{ reference: Reference; comment: CommentReference }> {
  const { invocation, services, args } = use;
  const isComment = (link: string): boolean =>
    parseReference(link, services.githubUrl)?.comment !== undefined;
  const contextLinks = invocation.contextLinks.toSorted(
    (a, b) => Number(isComment(b)) - Number(isComment(a)),
  );
  const isUnsaid = args["ref"] === undefined && !contextLinks.some(isComment);
  if (isUnsaid) throw new UserError("commands.comment_link_missing");
  const reference = await referenceOf({ ...use, invocation: { ...invocation, contextLinks } });
  const { comment } = reference;
  if (comment === undefined) throw new UserError("commands.comment_link_missing");
  return { reference, comment };
}

/** The repository set for this thread or topic, else for the chat that it is in. */
export async function defaultRepoOf(
  chats: ChatPreferences,
  place: Pick<Place, "targetId" | "chatId" | "threadId">,
): Promise<string | undefined> {
  const own = await chats.defaultRepo(place.targetId);
  if (own !== undefined || place.threadId === undefined) return own;
  const platform = place.targetId.split(":")[0] ?? "";
  return chats.defaultRepo(`${platform}:${place.chatId}`);
}

/** The repository a command is about: said, or the chat's. */
export async function repositoryOf(use: CommandUse): Promise<{ owner: string; repo: string }> {
  const { invocation, services, args } = use;
  const said = args["repo"];
  const text = said ?? (await defaultRepoOf(services.chats, invocation.place));
  if (text === undefined) throw new UserError("commands.repo_missing");
  const repository = parseRepository(text, services.githubUrl);
  if (repository === undefined) throw new UserError("commands.repo_unreadable", { text });
  return splitRepository(repository);
}
