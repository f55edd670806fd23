import { UserError } from "../../domain/user-error.ts";
import type { Group } from "../../domain/group.ts";
import { type Target, targetId } from "../../domain/target.ts";
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
    choice("log", "setup.arg.log", ["here", "off"]),
  ],
  needs: "linked",
  answersChat: true,
  run: runSettings,
};

async function runSettings(use: CommandUse): Promise<Reply> {
  if (Object.keys(use.args).length > 0) return publicly(await applySettings(use, use.args));
  const { group, heard } = await current(use);
  return privately(shown(use, group, heard));
}

/** Changes what is given; says what holds now. */
export async function applySettings(use: CommandUse, given: CommandUse["args"]): Promise<string> {
  const { groups, subscriptions } = groupServices(use);
  const place = chatPlace(use);
  const { group } = await current(use);
  const actor = actorOf(use);
  const change = changeOf(given, place.target);
  const now = change === undefined ? group : await groups.change(actor, group.id, change);
  const { style } = given;
  if (style === "card" || style === "plain") await subscriptions.setStyle(actor, place, style);
  return shown(await inNewWords(use, given), now, await subscriptions.heard(place));
}

/** What everybody reads is said in the language that was just chosen; in the private chat it is the reader's own. */
async function inNewWords(use: CommandUse, { lang }: CommandUse["args"]): Promise<CommandUse> {
  const { invocation, services } = use;
  if (lang === undefined || invocation.place.isPrivate) return use;
  return { ...use, t: await services.translatorFor(lang) };
}

/** The present settings, as one would say them: only what means the same when it is said again. */
export async function settingsLine(use: CommandUse): Promise<string> {
  const { group, heard } = await current(use);
  const { lang, emoji, style, log } = valuesOf(use, group, heard);
  const isOne = heard.length > 0 && (style === "card" || style === "plain");
  const words = [
    `lang:${lang}`,
    `emoji:${emoji}`,
    isOne && `style:${style}`,
    log === "here" && "log:here",
  ];
  return words.filter((word) => word !== false).join(" ");
}

async function current(use: CommandUse): Promise<{ group: Group; heard: readonly Heard[] }> {
  const { chats, subscriptions } = groupServices(use);
  const place = chatPlace(use);
  const group = await chats.groupOf(place);
  if (group === undefined) throw new UserError("setup.not_connected");
  return { group, heard: await subscriptions.heard(place) };
}

function changeOf({ lang, emoji, log }: CommandUse["args"], here: Target): GroupChange | undefined {
  if (lang === undefined && emoji === undefined && log === undefined) return undefined;
  return {
    ...(lang && { lang }),
    ...(emoji && { emoji: emoji === "on" }),
    ...(log && { logTarget: log === "here" ? here : null }),
  };
}

function shown(use: CommandUse, group: Group, heard: readonly Heard[]): string {
  const { log, ...values } = valuesOf(use, group, heard);
  const where = group.logTarget === undefined ? "none" : log === "here" ? "here" : "elsewhere";
  const reports = use.t(`setup.settings.log_${where}`);
  return use.t("setup.settings.shown", { name: group.name || group.id, ...values, reports });
}

function valuesOf(use: CommandUse, group: Group, heard: readonly Heard[]) {
  const styles = new Set(heard.map(({ style }) => style));
  const { logTarget } = group;
  const isHere = logTarget !== undefined && targetId(logTarget) === targetId(chatPlace(use).target);
  return {
    lang: group.lang ?? "en",
    emoji: group.emoji === false ? "off" : "on",
    style: styles.size === 0 ? "card" : [...styles].join(" + "),
    log: isHere ? "here" : "off",
  };
}
