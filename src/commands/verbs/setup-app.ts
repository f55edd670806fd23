import type { Command, CommandUse } from "../define.ts";
import { actorOf, groupServices, keptButton } from "../group-use.ts";
import { privately, replaced, type Reply } from "../reply.ts";
import { subscribeNext } from "../setup-endpoint.ts";
import { groupArgument } from "./setup-group.ts";

/** The installations of the GitHub App that the person may let into the group. */
export const setupApp: Command = {
  path: "setup app",
  description: "setup.button_app",
  args: [groupArgument],
  needs: "linked",
  hidden: true,
  forSpeakerAlone: true,
  run: offerInstallations,
};

/** Lets the events of one installation into the group. */
export const setupBind: Command = {
  path: "setup bind",
  description: "setup.button_app",
  args: [
    groupArgument,
    { name: "installation", type: "hidden", description: "setup.button_app", required: true },
  ],
  needs: "linked",
  hidden: true,
  run: bind,
};

/** Discord shows 25 buttons. */
const MOST_OFFERED = 20;

async function offerInstallations(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const group = args["group"] ?? "";
  const { items, isCut } = await groupServices(use).installations.owned(actorOf(use));
  const offered = items.slice(0, MOST_OFFERED);
  const more = isCut || offered.length < items.length ? [t("setup.app_more")] : [];
  if (offered.length === 0) return privately([t("setup.app_none"), ...more].join("\n"));
  const buttons = offered.map(({ id, owner }) => {
    const kept = { path: "setup bind", args: { group, installation: id } };
    return keptButton(use, owner, kept);
  });
  const text = [t("setup.app_choose"), ...more].join("\n");
  return privately(text, await Promise.all(buttons));
}

async function bind(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const { installations } = groupServices(use);
  const { group = "", installation = "" } = args;
  const { owners = [] } = await installations.bind(actorOf(use), installation, group);
  const bound = t("setup.app_bound", { owners: owners.join(", ") || "-" });
  return replaced(privately([bound, subscribeNext(use)].join("\n")));
}
