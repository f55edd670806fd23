import type { ShownMessage } from "../chat-log.ts";
import { inputsOf, type OpenModal } from "./answers.ts";
import { commandData, type OptionValues, registeredCommand } from "./command-data.ts";
import type { DiscordCore } from "./core.ts";
import { messageResource } from "./messages.ts";
import { buttonsOf } from "./message-text.ts";
import type { DiscordPerson } from "./places.ts";
import {
  BOT_PERMISSIONS,
  channelResource,
  guildResource,
  memberResource,
  userResource,
} from "./resources.ts";
import { AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, PING } from "./sessions.ts";
import type { Signing } from "./signing.ts";
import { isRecord, recordsOf, textOf } from "./validate.ts";

/** An interaction on its way to the Worker. */
export interface SentInteraction {
  /** Signed; to be sent once. */
  request: Request;
  id: string;
  token: string;
}

/** Who does something, and where. */
export interface Doing {
  person: DiscordPerson;
  channelId: string;
}

/** What people do with the bot. Each throws Error for what Discord's client would not let them do. */
export interface DiscordPeople {
  ping(): Promise<SentInteraction>;
  /** `path`: `["gh", "issue", "create"]`. */
  slash(doing: Doing, path: readonly string[], options?: OptionValues): Promise<SentInteraction>;
  /** The person is typing into the option `focused`. */
  autocomplete(
    doing: Doing,
    path: readonly string[],
    options: OptionValues,
    focused: string,
  ): Promise<SentInteraction>;
  /** A command of the message's context menu. */
  messageCommand(
    person: DiscordPerson,
    name: string,
    message: ShownMessage,
  ): Promise<SentInteraction>;
  /** `button`: its label or its custom id. */
  press(person: DiscordPerson, message: ShownMessage, button: string): Promise<SentInteraction>;
  choose(
    person: DiscordPerson,
    message: ShownMessage,
    customId: string,
    values: readonly string[],
  ): Promise<SentInteraction>;
  /** Fills the modal in by its inputs' custom ids; what is left out keeps its given value. */
  submit(modal: OpenModal, values: Readonly<Record<string, string>>): Promise<SentInteraction>;
  /** Writes a message the bot is not told of. */
  say(doing: Doing, content: string): ShownMessage;
}

export function createPeople(core: DiscordCore, signing: Signing, url: string): DiscordPeople {
  const send = (type: number, doing: Doing | undefined, rest: Sending) =>
    sent(core, signing, url, type, doing, rest);
  return {
    ping: () => send(PING, undefined, {}),
    slash: async (doing, path, options = {}) =>
      send(COMMAND, doing, { data: commandData(core, { ...guildOf(core, doing), path, options }) }),
    autocomplete: async (doing, path, options, focused) =>
      send(AUTOCOMPLETE, doing, {
        data: commandData(core, { ...guildOf(core, doing), path, options, focused }),
      }),
    async messageCommand(person, name, message) {
      const doing = { person, channelId: message.chatId };
      const { guildId } = guildOf(core, doing);
      const command = registeredCommand(core, guildId, 3, name);
      const shown = messageResource(core, current(core, message));
      const resolved = { messages: { [message.messageId]: shown } };
      const id = command?.["id"] ?? core.newId();
      const data = { id, name, type: 3, target_id: message.messageId, resolved };
      return await send(COMMAND, doing, { data });
    },
    async press(person, message, wanted) {
      const source = current(core, message, person);
      const button = buttonsOf(source.body).find(
        ({ label, customId }) => label === wanted || customId === wanted,
      );
      if (!button?.customId || button.disabled) throw new Error(`No button "${wanted}" to press`);
      const data = { custom_id: button.customId, component_type: 2 };
      return await send(COMPONENT, { person, channelId: source.chatId }, { data, source });
    },
    async choose(person, message, customId, values) {
      const source = current(core, message, person);
      const data = { custom_id: customId, component_type: selectType(source, customId), values };
      return await send(COMPONENT, { person, channelId: source.chatId }, { data, source });
    },
    async submit(modal, values) {
      const doing = { person: core.places.personOf(modal.personId), channelId: modal.channelId };
      const data = { custom_id: modal.customId, components: filledIn(modal, values) };
      const source = core.log.find(modal.channelId, modal.sourceId ?? "");
      return await send(MODAL_SUBMIT, doing, { data, ...(source ? { source } : {}) });
    },
    say: ({ person, channelId }, content) =>
      core.log.post({
        platform: "discord",
        messageId: core.newId(),
        chatId: core.places.channelOfPeople(channelId).id,
        author: person.name,
        body: { content, author: userResource(person) },
        text: content,
        postedAt: core.now(),
      }),
  };
}

interface Sending {
  data?: Record<string, unknown>;
  /** The message a component or a modal belongs to. */
  source?: ShownMessage;
}

async function sent(
  core: DiscordCore,
  signing: Signing,
  url: string,
  type: number,
  doing: Doing | undefined,
  { data, source }: Sending,
): Promise<SentInteraction> {
  const id = core.newId();
  const token = `interaction-token-${id}`;
  core.sessions.set(token, {
    id,
    token,
    type,
    channelId: doing?.channelId ?? "",
    personId: doing?.person.id ?? "",
    createdAt: core.now(),
    state: "open",
    ephemeral: false,
    messageIds: [],
    ...(source ? { sourceId: source.messageId } : {}),
  });
  const body = JSON.stringify({
    id,
    application_id: core.applicationId,
    type,
    token,
    version: 1,
    ...(doing ? surroundings(core, doing) : {}),
    ...(data ? { data } : {}),
    ...(source ? { message: messageResource(core, source) } : {}),
  });
  const signed = await signing.headers(body, String(Math.floor(core.now() / 1000)));
  const headers = { "Content-Type": "application/json", "User-Agent": USER_AGENT, ...signed };
  return { request: new Request(url, { method: "POST", headers, body }), id, token };
}

const USER_AGENT = "Discord-Interactions/1.0 (+https://discord.com)";

function surroundings(core: DiscordCore, { person, channelId }: Doing): Record<string, unknown> {
  const channel = core.places.channelOfPeople(channelId);
  const { guildId } = channel;
  const shared = {
    channel_id: channelId,
    channel: channelResource(channel),
    app_permissions: String(BOT_PERMISSIONS),
    locale: person.locale,
    entitlements: [],
    attachment_size_limit: 10_485_760,
  };
  if (guildId === undefined) {
    const user = userResource(person);
    return { ...shared, user, context: 1, authorizing_integration_owners: { 0: "0" } };
  }
  const guild = core.places.guilds().find(({ id }) => id === guildId);
  return {
    ...shared,
    guild_id: guildId,
    guild: { ...(guild ? guildResource(guild) : { id: guildId }), locale: "en-US" },
    guild_locale: "en-US",
    member: { ...memberResource(person), permissions: String(person.permissions) },
    context: 0,
    // Where the bot is not, people bring the application along themselves.
    authorizing_integration_owners: guild ? { 0: guildId } : { 1: person.id },
  };
}

function guildOf(core: DiscordCore, { channelId }: Doing): { guildId?: string } {
  const { guildId } = core.places.channelOfPeople(channelId);
  return guildId === undefined ? {} : { guildId };
}

/** The message as it stands now; throws when it is deleted or shown to somebody else. */
function current(core: DiscordCore, message: ShownMessage, person?: DiscordPerson): ShownMessage {
  const found = core.log.find(message.chatId, message.messageId);
  const isVisible = found?.onlyFor === undefined || found.onlyFor === person?.id;
  if (!found || !isVisible) throw new Error("The message is not there to be seen");
  return found;
}

function selectType(message: ShownMessage, customId: string): number {
  const rows = recordsOf(message.body["components"]);
  const select = rows
    .flatMap((row) => recordsOf(row["components"]))
    .find((component) => component["custom_id"] === customId);
  if (!select || select["disabled"] === true) throw new Error(`No select "${customId}"`);
  return Number(select["type"]);
}

function filledIn(
  modal: OpenModal,
  values: Readonly<Record<string, string>>,
): Record<string, unknown>[] {
  const inputs = modal.components.flatMap((component) => inputsOf(component));
  const unknown = Object.keys(values).find(
    (id) => !inputs.some((input) => input["custom_id"] === id),
  );
  if (unknown !== undefined) throw new Error(`The modal has no input "${unknown}"`);
  return modal.components.flatMap((component): Record<string, unknown>[] => {
    const [input] = inputsOf(component);
    if (!input) return [];
    const filled = filledInput(input, values[textOf(input["custom_id"])]);
    return isRecord(component["component"])
      ? [{ type: 18, id: 1, component: filled }]
      : [{ type: 1, id: 1, components: [filled] }];
  });
}

function filledInput(
  input: Readonly<Record<string, unknown>>,
  given: string | undefined,
): Record<string, unknown> {
  const { type, custom_id: customId, required, min_length: min, max_length: max } = input;
  const value = given ?? textOf(input["value"]);
  const isMissing = value === "" && required !== false;
  const isOptionalEmpty = value === "" && required === false;
  const isShort = !isOptionalEmpty && value.length < Number(min ?? 0);
  if (isMissing || isShort || value.length > Number(max ?? 4000)) {
    throw new Error(`"${value}" cannot be sent in "${textOf(customId)}"`);
  }
  return type === 4
    ? { type, custom_id: customId, value }
    : { type, custom_id: customId, values: value === "" ? [] : [value] };
}
