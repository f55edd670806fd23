import { UserError } from "../../domain/user-error.ts";
import { askFirst } from "../confirm.ts";
import type { Command, CommandUse } from "../define.ts";
import { actorOf, groupServices } from "../group-use.ts";
import { parseRepository, splitRepository } from "../references.ts";
import { privately, replaced, type Reply } from "../reply.ts";
import { endpointText, subscribeNext } from "../setup-endpoint.ts";
import { groupArgument } from "./setup-group.ts";

/** Whether a ping, or anything, has come in at the group's endpoint. */
export const setupCheck: Command = {
  path: "setup check",
  description: "setup.button_check",
  args: [groupArgument],
  needs: "linked",
  hidden: true,
  forSpeakerAlone: true,
  run: check,
};

/** Makes the webhook on a repository, as the person. */
export const setupHook: Command = {
  path: "setup hook",
  description: "setup.button_hook",
  args: [groupArgument, { name: "repo", type: "line", description: "commands.arg.repo" }],
  needs: "linked",
  hidden: true,
  run: makeHook,
};

/** The steps for senders other than GitHub. */
export const setupHow: Command = {
  path: "setup how",
  description: "setup.button_how",
  args: [groupArgument],
  needs: "linked",
  hidden: true,
  run: how,
};

/** A new secret, with a day for changing the senders. */
export const setupRotate: Command = {
  path: "setup rotate",
  description: "setup.button_rotate",
  args: [groupArgument, { name: "sure", type: "hidden", description: "commands.arg.sure" }],
  needs: "linked",
  hidden: true,
  forSpeakerAlone: true,
  run: rotate,
};

/** No secret any more. */
export const setupClose: Command = {
  path: "setup close",
  description: "setup.button_close",
  args: [groupArgument, { name: "sure", type: "hidden", description: "commands.arg.sure" }],
  needs: "linked",
  hidden: true,
  run: close,
};

async function how(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const app = {
    type: "command",
    label: t("setup.button_app"),
    command: "setup app",
    payload: `group:${args["group"] ?? ""}`,
  } as const;
  const text = [t("setup.steps_gitea"), t("setup.steps_custom")].join("\n\n");
  return privately(text, groupServices(use).hasGitHubApp ? [app] : []);
}

async function check(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const group = args["group"] ?? "";
  const arrival = await groupServices(use).webhooks.arrived(actorOf(use), group);
  if (arrival === undefined) {
    const again = {
      type: "command",
      label: t("setup.button_check"),
      command: "setup check",
    } as const;
    return privately(t("setup.not_arrived"), [{ ...again, payload: `group:${group}` }]);
  }
  const { event, repo = "-", at } = arrival;
  const arrived = t("setup.arrived", { event, repo, at: new Date(at) });
  return privately([arrived, subscribeNext(use)].join("\n"));
}

async function makeHook(use: CommandUse): Promise<Reply> {
  const { args, invocation, services, t } = use;
  const group = args["group"] ?? "";
  const said = args["repo"];
  if (said === undefined) return repositoryForm(use, group);
  const name = parseRepository(said, services.githubUrl);
  if (name === undefined) throw new UserError("commands.repo_unreadable", { text: said });
  const { webhooks } = groupServices(use);
  const made = await webhooks.createHook(actorOf(use), group, splitRepository(name));
  const look = { type: "link", label: t("setup.button_hooks_page"), url: made.url } as const;
  const subscribe = {
    type: "command",
    label: t("setup.button_subscribe"),
    command: "subscribe",
    payload: made.name,
    tone: "primary",
  } as const;
  const isHere = !invocation.place.isPrivate;
  const text = [t("setup.hook_made", { repo: made.name }), subscribeNext(use, made.name)].join(
    "\n",
  );
  return privately(text, isHere ? [subscribe, look] : [look]);
}

function repositoryForm({ t }: CommandUse, group: string): Reply {
  return {
    type: "form",
    title: t("setup.hook_title"),
    path: "setup hook",
    args: { group },
    fields: [
      {
        name: "repo",
        label: t("setup.hook_repo"),
        multiline: false,
        required: true,
        maxLength: 300,
      },
    ],
  };
}

async function rotate(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const group = args["group"] ?? "";
  if (args["sure"] !== "yes") {
    const again = { group, sure: "yes" };
    return askFirst(use, t("setup.rotate_question"), t("setup.button_rotate"), again);
  }
  const endpoint = await groupServices(use).webhooks.rotate(actorOf(use), group);
  const text = [endpointText(use, endpoint), t("setup.rotated")].join("\n\n");
  return { ...replaced(privately(text)), secret: true };
}

async function close(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const group = args["group"] ?? "";
  if (args["sure"] !== "yes") {
    const again = { group, sure: "yes" };
    return askFirst(use, t("setup.close_question"), t("setup.button_close"), again);
  }
  await groupServices(use).webhooks.remove(actorOf(use), group);
  return replaced(privately(t("setup.closed")));
}
