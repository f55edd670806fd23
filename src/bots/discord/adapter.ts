import {
  ChatError,
  type ChatAdapter,
  type EditOptions,
  type Posted,
  type PostOptions,
} from "../../domain/chat-adapter.ts";
import { createMadeOnce } from "../../domain/made-once.ts";
import type { Notification } from "../../domain/notification.ts";
import type { Target } from "../../domain/target.ts";
import type { Translate } from "../../i18n/translate.ts";
import {
  createDiscordApi,
  DiscordRefused,
  type DiscordAnswer,
  type DiscordApi,
  type DiscordApiOptions,
} from "./api.ts";
import { CANNOT_REPLY, codeOf, discordError, lostAnswer, THREAD_ARCHIVED } from "./errors.ts";
import { CONTENT_MAX, NONCE_MAX, ROLES_MAX } from "./limits.ts";
import { NO_MENTIONS, renderCard, renderPlain, type DiscordMessage } from "./render.ts";

interface DiscordAdapterOptions extends DiscordApiOptions {
  now: () => number;
  translate: (lang: string) => Translate;
}

interface Deps {
  api: DiscordApi;
  render: Render;
  now: () => number;
}

/** Renders a notification; the same one, for many channels, once. */
type Render = (
  notification: Notification,
  how: EditOptions,
  contentRoom?: number,
) => DiscordMessage;

/** Clocks of Discord and its edge differ, and a `Date` header has whole seconds. */
const CLOCK_SKEW_MS = 2_000;

interface Message {
  id: string;
  /** As Discord writes times; anything else counts as not known. */
  timestamp: unknown;
  edited: boolean;
}

/** Posts and edits as the bot, over Discord's REST API. */
export function createDiscordAdapter(options: DiscordAdapterOptions): ChatAdapter {
  const api = createDiscordApi(options);
  const rendered = createMadeOnce<DiscordMessage>();
  const render: Render = (notification, { voice, plain }, room = CONTENT_MAX) =>
    rendered(notification, JSON.stringify([voice, plain, room]), () =>
      plain
        ? renderPlain(notification, voice, room)
        : renderCard(notification, voice, options.translate(voice.lang)),
    );
  const deps: Deps = { api, render, now: options.now };
  return {
    platform: "discord",
    post: (target, notification, how) =>
      asChatError(() => post(deps, channelOf(target), notification, how)),
    edit: (target, messageId, notification, how) =>
      asChatError(() => edit(deps, channelOf(target), messageId, notification, how)),
  };
}

async function post(
  { api, render, now }: Deps,
  channel: string,
  notification: Notification,
  how: PostOptions,
): Promise<Posted> {
  const body = {
    ...withRoles(notification, how, render),
    nonce: how.nonce.slice(0, NONCE_MAX),
    enforce_nonce: true,
  };
  const started = now();
  const answer = await create(api, channel, body, how.replyTo);
  const message = messageIn(answer.body);
  if (message === undefined) throw lostAnswer("unreadable", 200);
  const took = now() - started;
  return { messageId: message.id, repeated: isOlder(message, answer.date ?? now(), took) };
}

function messageIn(body: unknown): Message | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { id, timestamp, edited_timestamp: edited } = body as Partial<Record<string, unknown>>;
  if ((typeof id !== "string" && typeof id !== "number") || id === "") return undefined;
  return { id: String(id), timestamp, edited: typeof edited === "string" && edited !== "" };
}

async function create(
  api: DiscordApi,
  channel: string,
  body: object,
  replyTo: string | undefined,
): Promise<DiscordAnswer> {
  const path = `/channels/${channel}/messages`;
  if (replyTo === undefined) return await awake(api, channel, () => api.call("POST", path, body));
  const reference = { message_id: replyTo, fail_if_not_exists: false };
  const reply = { ...body, message_reference: reference };
  try {
    return await awake(api, channel, () => api.call("POST", path, reply));
  } catch (error) {
    // The bot may write here but not read what was written: the news matters more than the reply.
    if (!hasCode(error, CANNOT_REPLY)) throw error;
    return await api.call("POST", path, body);
  }
}

async function edit(
  { api, render }: Deps,
  channel: string,
  messageId: string,
  notification: Notification,
  how: EditOptions,
): Promise<void> {
  // Everything is sent each time: a field that is left out would keep what an earlier form of the
  // message had, and mentions are read again unless told otherwise.
  const body = { ...render(notification, how), allowed_mentions: NO_MENTIONS };
  const path = `/channels/${channel}/messages/${messageId}`;
  await awake(api, channel, () => api.call("PATCH", path, body));
}

/** Does it, and once more when an archived thread had to be woken first. */
async function awake<T>(api: DiscordApi, channel: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!hasCode(error, THREAD_ARCHIVED)) throw error;
    await api.call("PATCH", `/channels/${channel}`, { archived: false });
    return await act();
  }
}

/** The message with the roles in its text, which is what pings them, and only them. */
function withRoles(notification: Notification, how: PostOptions, render: Render): object {
  const roles = rolesOf(how);
  if (roles.length === 0) return { ...render(notification, how), allowed_mentions: NO_MENTIONS };
  const mentions = roles.map((id) => `<@&${id}>`).join(" ");
  const message = render(notification, how, CONTENT_MAX - mentions.length - 1);
  const content = [mentions, message.content].filter((part) => part !== "").join("\n");
  return { ...message, content, allowed_mentions: { parse: [], roles } };
}

/** Discord refuses a message that names a role twice or by anything but an id. */
function rolesOf({ roleIds = [] }: PostOptions): string[] {
  return [...new Set(roleIds)].filter((id) => /^\d{1,20}$/.test(id)).slice(0, ROLES_MAX);
}

/**
 * Whether a nonce brought back a message that was there before this request. What it shows may
 * then be older than what was sent. A repeat within the skew is not noticed; attempts are further
 * apart than that. Taking a new message for an old one only costs an edit.
 */
function isOlder(message: Message, serverNow: number, took: number): boolean {
  if (message.edited) return true;
  const created = Date.parse(typeof message.timestamp === "string" ? message.timestamp : "");
  return serverNow - created > took + CLOCK_SKEW_MS;
}

function channelOf(target: Target): string {
  if (target.platform !== "discord") throw new Error(`discord: a target of ${target.platform}`);
  return target.threadId ?? target.channelId;
}

async function asChatError<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ChatError) throw error;
    if (error instanceof DiscordRefused) throw discordError(error.refusal);
    // A notification that cannot be rendered is one that cannot be sent: the plain form may do.
    const name = error instanceof Error ? error.name : typeof error;
    throw new ChatError("rejected", { status: 0, code: `unsendable: ${name}` });
  }
}

function hasCode(error: unknown, code: number): boolean {
  return error instanceof DiscordRefused && codeOf(error.refusal) === code;
}
