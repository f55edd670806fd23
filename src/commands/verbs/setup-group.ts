import { LANGUAGES, languageOf } from "../../i18n/translate.ts";
import { UserError } from "../../domain/user-error.ts";
import type { Argument, Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices } from "../group-use.ts";
import { askFirst } from "../confirm.ts";
import { privately, replaced, type Reply } from "../reply.ts";
import { endpointAnswer } from "../setup-endpoint.ts";
import { chatArguments } from "./setup.ts";

export const groupArgument: Argument = {
  name: "group",
  type: "line",
  description: "setup.arg.group",
  required: true,
  maxLength: 64,
};

/** Makes a group for a chat, and connects it. */
export const setupNew: Command = {
  path: "setup new",
  description: "setup.description",
  args: chatArguments,
  needs: "linked",
  hidden: true,
  forSpeakerAlone: true,
  actsOnPress: true,
  run: makeGroup,
};

/** Connects a chat to a group that is there. */
export const setupJoin: Command = {
  path: "setup join",
  description: "setup.description",
  args: [groupArgument, ...chatArguments],
  needs: "linked",
  hidden: true,
  forSpeakerAlone: true,
  run: joinGroup,
};

/** Ends the connection of a chat. */
export const setupLeave: Command = {
  path: "setup leave",
  description: "setup.description",
  args: [
    groupArgument,
    ...chatArguments,
    { name: "sure", type: "hidden", description: "commands.arg.sure" },
  ],
  needs: "linked",
  hidden: true,
  run: leaveGroup,
};

async function makeGroup(use: CommandUse): Promise<Reply> {
  const { groups, chats } = groupServices(use);
  const place = chatPlace(use);
  if (!(await place.mayAdminister())) throw new UserError("setup.chat_admins_only");
  if ((await chats.groupOf(place)) !== undefined) throw new UserError("setup.chat_taken");
  const actor = actorOf(use);
  const spoken = languageOf(use.invocation.locale);
  const lang = LANGUAGES.find((one) => one === spoken);
  const group = await groups.create(actor, {
    name: place.title ?? "",
    ...(lang === undefined ? {} : { lang }),
  });
  await chats.connect(actor, group.id, place);
  return replaced(await endpointAnswer(use, group, place));
}

async function joinGroup(use: CommandUse): Promise<Reply> {
  const { groups, chats } = groupServices(use);
  const place = chatPlace(use);
  const actor = actorOf(use);
  const groupId = use.args["group"] ?? "";
  await chats.connect(actor, groupId, place);
  const { value: group } = await groups.view(actor, groupId);
  return replaced(await endpointAnswer(use, group, place));
}

async function leaveGroup(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  if (args["sure"] !== "yes") {
    const again = { ...args, sure: "yes" };
    return askFirst(use, t("setup.leave_question"), t("setup.button_leave"), again);
  }
  await groupServices(use).chats.disconnect(actorOf(use), args["group"] ?? "", chatPlace(use));
  return replaced(privately(t("setup.left")));
}
