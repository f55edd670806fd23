import type { MessageKey } from "../../i18n/translate.ts";
import { MAX_LINE_LENGTH } from "../../domain/filter-line/limits.ts";
import { UserError } from "../../domain/user-error.ts";
import { checkedArguments } from "../check-arguments.ts";
import type { Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices } from "../group-use.ts";
import { privately, type Reply } from "../reply.ts";
import { list } from "./list.ts";
import { members } from "./members.ts";
import { applySettings, settings, settingsLine } from "./settings.ts";
import { chatArguments } from "./setup.ts";
import { test } from "./test.ts";

const SETTINGS_LENGTH = 200;

// In a channel nobody speaks as themselves, so what is said in other chats is said for it in private.

/** Asks what a chosen chat shall hear. */
export const setupSubscribe: Command = {
  path: "setup subscribe",
  description: "setup.subscribe.description",
  args: chatArguments,
  needs: "linked",
  hidden: true,
  run: async (use) => form(use, "subscribe", "setup.remote.subscribe"),
};

/** Asks what a chosen chat shall no longer hear. */
export const setupUnsubscribe: Command = {
  path: "setup unsubscribe",
  description: "setup.unsubscribe.description",
  args: chatArguments,
  needs: "linked",
  hidden: true,
  run: async (use) => form(use, "unsubscribe", "setup.remote.unsubscribe"),
};

/** What a chosen chat hears, and what can be done about it. */
export const setupList: Command = {
  ...list,
  path: "setup list",
  args: chatArguments,
  needs: "linked",
  hidden: true,
  run: showList,
};

/** Samples for a chosen chat. */
export const setupTest: Command = {
  ...test,
  path: "setup test",
  args: chatArguments,
  hidden: true,
};

/** Language, emoji, style and log of a chosen chat, as one line. */
export const setupSettings: Command = {
  path: "setup settings",
  description: "setup.settings.description",
  args: [
    ...chatArguments,
    {
      name: "settings",
      type: "hidden",
      description: "setup.settings.description",
      maxLength: SETTINGS_LENGTH,
    },
  ],
  needs: "linked",
  hidden: true,
  run: runSettings,
};

async function runSettings(use: CommandUse): Promise<Reply> {
  const { settings: line, ...args } = use.args;
  await refuseStrangers(use);
  if (line !== undefined) return privately(await applySettings(use, settingsIn(line)));
  const field = {
    name: "settings",
    label: use.t("setup.remote.settings"),
    multiline: false,
    required: true,
    maxLength: SETTINGS_LENGTH,
    value: await settingsLine(use),
  };
  const title = use.t("setup.remote.settings");
  return { type: "form", title, path: "setup settings", args, fields: [field] };
}

function settingsIn(line: string): Readonly<Record<string, string>> {
  const known = new Set(settings.args.map(({ name }) => name));
  const given = line
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => {
      const [, name = "", value = ""] = /^([a-z]+)[:：](\S+)$/i.exec(word) ?? [];
      if (!known.has(name.toLowerCase()))
        throw new UserError("setup.settings.unreadable", { word });
      return [name.toLowerCase(), value.toLowerCase()] as const;
    });
  return checkedArguments(settings, Object.fromEntries(given));
}

/** Who manages what a chosen chat hears: somebody more, with another role, or no longer. */
export const setupMembers: Command = {
  path: "setup members",
  description: "setup.members.description",
  args: [
    ...chatArguments,
    {
      name: "member",
      type: "hidden",
      description: "setup.members.description",
      maxLength: SETTINGS_LENGTH,
    },
  ],
  needs: "linked",
  hidden: true,
  run: runMembers,
};

async function runMembers(use: CommandUse): Promise<Reply> {
  const { member, ...args } = use.args;
  if (member !== undefined) {
    const [login = "", role = ""] = member
      .trim()
      .replace(/\brole[:：]/i, "")
      .split(/\s+/);
    const given = checkedArguments(members, { login, role: role.toLowerCase() });
    return members.run({ ...use, args: { ...args, ...given } });
  }
  const field = {
    name: "member",
    label: use.t("setup.remote.member"),
    multiline: false,
    required: true,
    maxLength: SETTINGS_LENGTH,
  };
  const title = use.t("setup.remote.members");
  return { type: "form", title, path: "setup members", args, fields: [field] };
}

async function showList(use: CommandUse): Promise<Reply> {
  await refuseStrangers(use);
  const reply = await list.run(use);
  if (reply.type !== "answer") return reply;
  const button = (label: MessageKey, command: string) =>
    ({
      type: "command",
      label: use.t(label),
      command,
      payload: `chat:${use.args["chat"] ?? ""}`,
    }) as const;
  return privately(reply.text, [
    button("setup.remote.subscribe", "setup subscribe"),
    button("setup.remote.unsubscribe", "setup unsubscribe"),
    button("setup.remote.settings", "setup settings"),
    button("setup.remote.members", "setup members"),
    button("setup.remote.invite", "setup invite"),
    button("setup.remote.test", "setup test"),
  ]);
}

/** What everybody in a chat may see is, from elsewhere, only for who belongs to its group: the chat's id comes from outside. */
async function refuseStrangers(use: CommandUse): Promise<void> {
  const { chats, groups } = groupServices(use);
  const group = await chats.groupOf(chatPlace(use));
  if (group === undefined) throw new UserError("setup.not_connected");
  await groups.view(actorOf(use), group.id);
}

function form({ args, t }: CommandUse, path: string, title: MessageKey): Reply {
  return {
    type: "form",
    title: t(title),
    path,
    args,
    fields: [
      {
        name: path === "subscribe" ? "filter" : "repo",
        label: t(path === "subscribe" ? "setup.remote.what" : "setup.remote.which"),
        multiline: false,
        required: true,
        maxLength: MAX_LINE_LENGTH,
      },
    ],
  };
}
