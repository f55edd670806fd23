import { BODY_LIMIT, MODAL_TEXT_LIMIT } from "../arguments.ts";
import type { Command, CommandUse } from "../define.ts";
import { privately, type Reply } from "../reply.ts";
import { repositoryOf } from "../resolve.ts";

/** GitHub's limit of an issue's title, in characters. */
const TITLE_LIMIT = 256;

export const issueOpen: Command = {
  path: "issue open",
  description: "commands.issue_open.description",
  args: [
    { name: "repo", type: "repo", description: "commands.arg.repo", maxLength: 300 },
    { name: "body", type: "line", description: "commands.arg.body", maxLength: BODY_LIMIT },
    { name: "title", type: "text", description: "commands.arg.title", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  run: openIssue,
};

async function openIssue(use: CommandUse): Promise<Reply> {
  const { invocation, services, t, githubUserId } = use;
  const repository = await repositoryOf(use);
  const name = `${repository.owner}/${repository.repo}`;
  const said = titleAndBody(use.args);
  if (said === undefined) return form(name, t);
  const { number, url } = await services.github.openIssue(
    githubUserId,
    repository,
    said,
    `${invocation.platform}:${invocation.id}`,
  );
  return privately(t("commands.issue_open.done", { ref: `${name}#${number}` }), [
    { type: "link", label: t("commands.open"), url },
  ]);
}

/** Written in one go, the first line is the title and the lines below it are the body. */
function titleAndBody(args: CommandUse["args"]): { title: string; body: string } | undefined {
  const text = args["title"]?.trim() ?? "";
  if (text === "") return undefined;
  const [title = "", ...rest] = text.split("\n");
  const body = args["body"] ?? rest.join("\n").trim();
  if (title.length <= TITLE_LIMIT) return { title, body };
  return { title: `${title.slice(0, TITLE_LIMIT - 1)}…`, body: `${title}\n\n${body}`.trim() };
}

function form(repository: string, t: CommandUse["t"]): Reply {
  return {
    type: "form",
    title: t("commands.issue_open.title", { repo: repository }),
    path: "issue open",
    args: { repo: repository },
    fields: [
      {
        name: "title",
        label: t("commands.arg.title"),
        multiline: false,
        required: true,
        maxLength: TITLE_LIMIT,
      },
      {
        name: "body",
        label: t("commands.arg.body"),
        multiline: true,
        required: false,
        maxLength: MODAL_TEXT_LIMIT,
      },
    ],
  };
}
