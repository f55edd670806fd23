import { UserError } from "../domain/user-error.ts";
import type { CommandUse } from "./define.ts";
import {
  parseRepository,
  type Reference,
  resolveReference,
  splitRepository,
} from "./references.ts";

/** The issue or pull request a command is about: said, shown in the message it answers, or of the chat's repository. */
export async function referenceOf(use: CommandUse): Promise<Reference> {
  const { invocation, services, args } = use;
  return resolveReference(args["ref"], {
    githubUrl: services.githubUrl,
    links: invocation.contextLinks,
    defaultRepo: await services.chats.defaultRepo(invocation.place.targetId),
  });
}

/** The repository a command is about: said, or the chat's. */
export async function repositoryOf(use: CommandUse): Promise<{ owner: string; repo: string }> {
  const { invocation, services, args } = use;
  const said = args["repo"];
  const text = said ?? (await services.chats.defaultRepo(invocation.place.targetId));
  if (text === undefined) throw new UserError("commands.repo_missing");
  const repository = parseRepository(text, services.githubUrl);
  if (repository === undefined) throw new UserError("commands.repo_unreadable", { text });
  return splitRepository(repository);
}
