import { UserError } from "../../domain/user-error.ts";
import type { Command, CommandUse } from "../define.ts";
import { parseRepository, splitRepository } from "../references.ts";
import { privately, publicly, type Reply } from "../reply.ts";
import { defaultRepoOf } from "../resolve.ts";

export const repo: Command = {
  path: "repo",
  description: "commands.repo.description",
  args: [{ name: "repo", type: "repo", description: "commands.arg.repo", maxLength: 300 }],
  needs: "linked",
  answersChat: true,
  run: runRepo,
};

async function runRepo(use: CommandUse): Promise<Reply> {
  const { args, invocation, services, t, githubUserId } = use;
  const { targetId } = invocation.place;
  const said = args["repo"];
  if (said === undefined) {
    const known = await defaultRepoOf(services.chats, invocation.place);
    return privately(
      known === undefined ? t("commands.repo.none") : t("commands.repo.is", { repo: known }),
    );
  }
  const name = parseRepository(said, services.githubUrl);
  if (name === undefined) throw new UserError("commands.repo_unreadable", { text: said });
  if (!(await invocation.mayAdminister())) throw new UserError("commands.repo.admins_only");
  const repository = await services.github.repository(githubUserId, splitRepository(name));
  await services.chats.setDefaultRepo(targetId, repository);
  return publicly(t("commands.repo.set", { repo: repository }));
}
