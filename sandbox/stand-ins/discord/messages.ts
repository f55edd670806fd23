import { MessageCreateRequestSchema, MessageEditRequestPartialSchema } from "discord-api-spec/zod";
import type { ZodMiniType } from "zod/mini";
import type { ShownMessage } from "../chat-log.ts";
import type { DiscordCore } from "./core.ts";
import { invalidForm, issue, refusal } from "./errors.ts";
import { messageIssues, refuseEmpty } from "./message-limits.ts";
import { pingsOf, shownText } from "./message-text.ts";
import { wakeForPost } from "./places.ts";
import { recordOf, refuseIssues, schemaIssues, textOf } from "./validate.ts";

type Body = Readonly<Record<string, unknown>>;

export const EPHEMERAL = 1 << 6;
/** "A few minutes" in Discord's words. */
const NONCE_MEMORY_MS = 5 * 60_000;

export function createMessage(core: DiscordCore, channelId: string, body: Body): ShownMessage {
  const channel = core.places.channelOf(channelId);
  refuseBadMessage(MessageCreateRequestSchema, body);
  refuseEmpty(body);
  wakeForPost(channel);
  const repeated = messageOfNonce(core, body);
  if (repeated) return repeated;
  const message = postMessage(core, { channelId, body, ...replyOf(core, channelId, body) });
  rememberNonce(core, body, message);
  return message;
}

/** Throws 50035 for what the schema or the documented limits refuse. */
export function refuseBadMessage(schema: ZodMiniType, body: Body): void {
  refuseIssues([...schemaIssues(schema, body), ...messageIssues(body)]);
}

export function editMessage(
  core: DiscordCore,
  channelId: string,
  messageId: string,
  body: Body,
): ShownMessage {
  const channel = core.places.channelOf(channelId);
  refuseBadMessage(MessageEditRequestPartialSchema, body);
  const message = publicMessage(core, channelId, messageId);
  if (message.author !== "bot") throw refusal(50005);
  if (channel.archived) throw refusal(50083);
  return changeMessage(core, message, body);
}

/** A message that everybody sees; ephemeral ones do not exist for the bot's token. */
export function publicMessage(
  core: DiscordCore,
  channelId: string,
  messageId: string,
): ShownMessage {
  const message = core.log.find(channelId, messageId);
  if (!message || message.onlyFor !== undefined) throw refusal(10008);
  return message;
}

export function postMessage(
  core: DiscordCore,
  post: {
    channelId: string;
    body: Body;
    replyTo?: string;
    repliedAuthor?: string;
    onlyFor?: string;
  },
): ShownMessage {
  const { channelId, body, replyTo, repliedAuthor, onlyFor } = post;
  return core.log.post({
    platform: "discord",
    messageId: core.newId(),
    chatId: channelId,
    author: "bot",
    body,
    text: shownText(body, core.places.nameOf),
    postedAt: core.now(),
    // Nobody is notified of what only one person sees.
    pinged: onlyFor === undefined ? pingsOf(body, repliedAuthor) : [],
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(onlyFor === undefined ? {} : { onlyFor }),
  });
}

/** Lays an edit over a message: what it leaves out stays, null clears. */
export function changeMessage(core: DiscordCore, message: ShownMessage, body: Body): ShownMessage {
  const merged = { ...message.body, ...body };
  refuseEmpty(merged);
  const pinged = [...new Set([...(message.pinged ?? []), ...pingsOf(merged)])];
  return core.log.edit(message, {
    body: merged,
    text: shownText(merged, core.places.nameOf),
    editedAt: core.now(),
    pinged: message.onlyFor === undefined ? pinged : [],
  });
}

function messageOfNonce(core: DiscordCore, body: Body): ShownMessage | undefined {
  if (body["enforce_nonce"] !== true || body["nonce"] === undefined) return undefined;
  const known = core.nonces.get(JSON.stringify(body["nonce"]));
  if (!known || core.now() - known.at > NONCE_MEMORY_MS) return undefined;
  return core.log
    .messages()
    .find((message) => message.messageId === known.messageId && message.chatId === known.chatId);
}

function rememberNonce(core: DiscordCore, body: Body, message: ShownMessage): void {
  const nonce = body["nonce"];
  if (nonce === undefined || nonce === null) return;
  const { chatId, messageId } = message;
  core.nonces.set(JSON.stringify(nonce), { chatId, messageId, at: core.now() });
}

function replyOf(
  core: DiscordCore,
  channelId: string,
  body: Body,
): { replyTo?: string; repliedAuthor?: string } {
  const reference = recordOf(body["message_reference"]);
  const replyTo = textOf(reference["message_id"]);
  if (replyTo === "") return {};
  const answered = core.log.find(channelId, replyTo);
  if (answered) {
    const author = textOf(recordOf(answered.body["author"])["id"]);
    return author === "" ? { replyTo } : { replyTo, repliedAuthor: author };
  }
  if (reference["fail_if_not_exists"] === false) return {};
  throw invalidForm([issue(["message_reference"], "REPLIES_UNKNOWN_MESSAGE", "Unknown message")]);
}

/** A message as Discord's answers and interactions carry it. */
export function messageResource(core: DiscordCore, message: ShownMessage): Record<string, unknown> {
  const { body } = message;
  const isBot = message.author === "bot";
  return {
    id: message.messageId,
    type: message.replyTo === undefined ? 0 : 19,
    channel_id: message.chatId,
    author: isBot ? botUser(core) : recordOf(body["author"]),
    ...(isBot ? { application_id: core.applicationId } : {}),
    content: textOf(body["content"]).trim(),
    embeds: listOf(body["embeds"]).map((embed) => ({ type: "rich", ...recordOf(embed) })),
    components: listOf(body["components"]),
    attachments: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: message.pinged?.includes("everyone") ?? false,
    timestamp: isoTime(message.postedAt),
    edited_timestamp: message.editedAt === undefined ? null : isoTime(message.editedAt),
    flags: Number(body["flags"] ?? 0),
    pinned: false,
    tts: false,
    ...(body["nonce"] === undefined ? {} : { nonce: body["nonce"] }),
    ...(message.replyTo === undefined
      ? {}
      : {
          message_reference: { type: 0, channel_id: message.chatId, message_id: message.replyTo },
        }),
  };
}

export function botUser(core: DiscordCore): Record<string, unknown> {
  return {
    id: core.applicationId,
    username: "webhooker",
    discriminator: "0000",
    global_name: null,
    avatar: null,
    bot: true,
  };
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
// Discord writes microseconds and an offset, not Z.
const isoTime = (ms: number): string => new Date(ms).toISOString().replace("Z", "000+00:00");
