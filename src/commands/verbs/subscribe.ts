import { DEFAULT_LINE } from "../../domain/filter-line/event-names.ts";
import { MAX_LINE_LENGTH } from "../../domain/filter-line/limits.ts";
import { parseFilterLine } from "../../domain/filter-line/parse.ts";
import { type LineProblem, markedLine } from "../../domain/filter-line/problem.ts";
import { isMessageKey } from "../../i18n/translate.ts";
import type { Subscribed } from "../../services/subscriptions.ts";
import type { Argument, Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices, keptButton } from "../group-use.ts";
import { privately, publicly, type Reply } from "../reply.ts";
import { sourceAndLine } from "../subscription-source.ts";

export const sourceArgument: Argument = {
  name: "repo",
  type: "repo",
  description: "setup.arg.source",
  maxLength: 300,
};

/** This chat hears a repository, or all of an owner; said again, the new line counts. */
export const subscribe: Command = {
  path: "subscribe",
  description: "setup.subscribe.description",
  args: [
    sourceArgument,
    {
      name: "filter",
      type: "text",
      description: "setup.arg.filter",
      maxLength: MAX_LINE_LENGTH + 400,
      verbatim: true,
    },
    // Said for a chosen chat, from the private one.
    { name: "chat", type: "hidden", description: "setup.arg.chat", maxLength: 60 },
  ],
  needs: "linked",
  answersChat: true,
  run: runSubscribe,
};

async function runSubscribe(use: CommandUse): Promise<Reply> {
  const { source, line: said } = sourceAndLine(use);
  const line = said.trim() === "" ? DEFAULT_LINE : said;
  const rule = parseFilterLine(line);
  if ("problem" in rule) return privately(problemText(use, line, rule.problem));
  const { subscriptions } = groupServices(use);
  const done = await subscriptions.subscribe(actorOf(use), chatPlace(use), source, rule);
  return answer(use, done);
}

function problemText({ t }: CommandUse, line: string, problem: LineProblem): string {
  return `${t(problem.key, problem.params)}\n${markedLine(line, problem)}\n${t("setup.line_help")}`;
}

async function answer(use: CommandUse, done: Subscribed): Promise<Reply> {
  const { t } = use;
  const { name, line, changed, arrives, mayCreateHook, groupId, warnings } = done;
  const lines = [
    t(changed ? "setup.subscribe.changed" : "setup.subscribe.done", { name }),
    `/gh subscribe ${name} ${line}`,
    ...warnings.flatMap(({ key, params }) => (isMessageKey(key) ? t(key, params) : [])),
  ];
  if (arrives !== "not_yet") return publicly(lines.join("\n"));
  if (!mayCreateHook) return publicly([...lines, t("setup.subscribe.no_source")].join("\n"));
  const kept = { path: "setup hook", args: { group: groupId, repo: name } };
  const button = await keptButton(use, t("setup.subscribe.make_hook", { name }), kept, "primary");
  return publicly([...lines, t("setup.subscribe.may_make_hook")].join("\n"), [button]);
}
