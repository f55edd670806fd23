import { MODAL_TEXT_LIMIT } from "../../../commands/arguments.ts";
import { formTarget } from "../../../commands/form-id.ts";
import type { Invocation, Place, Speaker } from "../../../commands/invocation.ts";
import { commandAt, commandOfMenu } from "../../../commands/registry.ts";
import { readWords } from "../../../commands/words.ts";
import type { InteractionWebhook } from "../../../domain/private-line.ts";
import { linksOf } from "./links.ts";
import { type Interaction, InteractionKind, MESSAGE_COMMAND } from "./payload.ts";

const THREAD_TYPES: readonly number[] = [10, 11, 12];
const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;
/** A conversation of several people, where the app is because one of them brought it. */
const GROUP_CONTEXT = 2;
/** A server installed the application, or the bot has a direct conversation. */
const OF_GUILD = "0";

/** The use of a command that an interaction is, with everything in it untrusted. */
export function invocationOf(interaction: Interaction, githubUrl: string): Invocation {
  const speaker = speakerOf(interaction);
  const base = {
    id: interaction.id,
    platform: "discord" as const,
    ...(speaker === undefined ? {} : { speaker }),
    place: placeOf(interaction),
    isOverheard: false,
    editableLength: MODAL_TEXT_LIMIT,
    locale: interaction.locale ?? interaction.guild_locale ?? "en",
    mayAdminister: async () => mayAdminister(interaction),
    webhook: webhookOf(interaction),
  };
  switch (interaction.type) {
    case InteractionKind.component:
      return { ...base, ...pressed(interaction, githubUrl) };
    case InteractionKind.modal:
      return { ...base, ...submitted(interaction) };
    default:
      return { ...base, ...typed(interaction) };
  }
}

type Said = Pick<Invocation, "path" | "args" | "contextLinks" | "pressKey">;

function typed({ data }: Interaction): Said {
  if (data?.type === MESSAGE_COMMAND) {
    const message = data.resolved?.messages?.[data.target_id ?? ""];
    const path = commandOfMenu(data.name ?? "")?.path ?? data.name ?? "";
    return { path, args: {}, contextLinks: message === undefined ? [] : linksOf(message) };
  }
  return { ...commandPath(data), contextLinks: [] };
}

/** Walks from `/gh` over a group to the subcommand, whose options are the arguments. */
export function commandPath(data: Interaction["data"]): {
  path: string;
  args: Record<string, string>;
} {
  const first = data?.options?.[0];
  const second = first?.options?.[0];
  const [path, options] =
    second?.options === undefined
      ? [first?.name ?? "", first?.options ?? []]
      : [`${first?.name ?? ""} ${second.name}`, second.options];
  const args = Object.fromEntries(options.map(({ name, value }) => [name, String(value ?? "")]));
  return { path, args: sayable(path, args) };
}

/** Without what only a question of ours may say, such as the commit that it showed. */
function sayable(path: string, args: Record<string, string>): Record<string, string> {
  const hidden = commandAt(path)?.args.filter(({ type }) => type === "hidden") ?? [];
  const names = new Set(hidden.map(({ name }) => name));
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)));
}

/** A button's `gh:{command}:{payload}`: whatever the payload says is read like typed words. */
function pressed({ data, message, channel_id: channelId }: Interaction, githubUrl: string): Said {
  const [, path = "", ...payload] = (data?.custom_id ?? "").split(":");
  const text = payload.join(":");
  const command = commandAt(path);
  return {
    path,
    args: command === undefined ? { id: text } : readWords(command, text, githubUrl),
    contextLinks: message === undefined ? [] : linksOf(message),
    pressKey: `${channelId ?? ""}:${message?.id ?? ""}:${path}`,
  };
}

function submitted({ data, message }: Interaction): Said {
  const { path, args } = formTarget(data?.custom_id ?? "");
  return {
    path,
    args: sayable(path, { ...args, ...modalValues(data?.components ?? []) }),
    contextLinks: message === undefined ? [] : linksOf(message),
  };
}

/** The inputs of a modal, whether in labels (`component`) or in rows (`components`). */
function modalValues(components: readonly unknown[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const component of components) {
    if (typeof component !== "object" || component === null) continue;
    const { custom_id: id, value } = component as { custom_id?: unknown; value?: unknown };
    if (typeof id === "string" && typeof value === "string") values[id] = value;
    const { component: inner, components: more } = component as {
      component?: unknown;
      components?: unknown;
    };
    if (inner !== undefined) Object.assign(values, modalValues([inner]));
    if (Array.isArray(more)) Object.assign(values, modalValues(more));
  }
  return values;
}

/** Bots and webhooks are nobody. */
function speakerOf({ member, user }: Interaction): Speaker | undefined {
  const person = member?.user ?? user;
  if (person === undefined || person.bot === true) return undefined;
  return { chatUserId: person.id, name: person.global_name ?? (person.username || person.id) };
}

/** Where answers to an interaction go after the first. */
export function webhookOf({ application_id, token }: Interaction): InteractionWebhook {
  return { applicationId: application_id, token };
}

export function placeOf(interaction: Interaction): Place {
  const { channel_id: id = "", channel, guild_id: guildId, context } = interaction;
  const { authorizing_integration_owners: owners } = interaction;
  const parentId = THREAD_TYPES.includes(channel?.type ?? -1) ? channel?.parent_id : undefined;
  return {
    chatId: parentId ?? id,
    ...(parentId === undefined ? {} : { threadId: id }),
    targetId: `discord:${id}`,
    ...(channel?.name === undefined ? {} : { title: channel.name }),
    isPrivate: guildId === undefined && context !== GROUP_CONTEXT,
    ...(guildId === undefined ? {} : { guildId }),
    hasBot: owners === undefined || Object.hasOwn(owners, OF_GUILD),
  };
}

function mayAdminister({ member, guild_id: guildId }: Interaction): boolean {
  if (guildId === undefined) return true;
  const permissions = /^\d+$/.test(member?.permissions ?? "")
    ? BigInt(member?.permissions ?? "0")
    : 0n;
  return (permissions & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
}
