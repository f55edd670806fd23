import { UserError } from "../../domain/user-error.ts";
import type { Group } from "../../domain/group.ts";
import { LANGUAGES } from "../../i18n/translate.ts";
import type { GroupChange } from "../../services/groups.ts";
import type { Heard } from "../../services/subscriptions.ts";
import type { Argument, Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices } from "../group-use.ts";
import { privately, publicly, type Reply } from "../reply.ts";

const choice = (
  name: string,
  description: Argument["description"],
  values: readonly string[],
): Argument => ({
  name,
  type: "choice",
  description,
  choices: values.map((value) => ({ value, label: { literal: value } })),
});

/** How messages look here: language, emoji, one message per subject or per event. */
export const settings: Command = {
  path: "settings",
  description: "setup.settings.description",
  args: [
    choice("lang", "setup.arg.lang", LANGUAGES),
    choice("emoji", "setup.arg.emoji", ["on", "off"]),
    choice("style", "setup.arg.style", ["card", "plain"]),
  ],
  needs: "linked",
  answersChat: true,
  run: runSettings,
};

async function runSettings(use: CommandUse): Promise<Reply> {
  const { args } = use;
  const place = chatPlace(use);
  const { chats, groups, subscriptions } = groupServices(use);
  const group = await chats.groupOf(place);
  if (group === undefined) throw new UserError("setup.not_connected");
  if (Object.keys(args).length === 0) {
    return privately(shown(use, group, await subscriptions.heard(place)));
  }
  const actor = actorOf(use);
  const change = changeOf(args);
  const now = change === undefined ? group : await groups.change(actor, group.id, change);
  const { style } = args;
  if (style === "card" || style === "plain") await subscriptions.setStyle(actor, place, style);
  return publicly(shown(use, now, await subscriptions.heard(place)));
}

function changeOf({ lang, emoji }: CommandUse["args"]): GroupChange | undefined {
  if (lang === undefined && emoji === undefined) return undefined;
  return { ...(lang && { lang }), ...(emoji && { emoji: emoji === "on" }) };
}

function shown({ t }: CommandUse, group: Group, heard: readonly Heard[]): string {
  const styles = new Set(heard.map(({ style }) => style));
  return t("setup.settings.shown", {
    name: group.name || group.id,
    lang: group.lang ?? "en",
    emoji: group.emoji === false ? "off" : "on",
    style: styles.size === 0 ? "card" : [...styles].join(" + "),
  });
}
