import { Api } from "grammy";
import type { ChatAdapter, EditOptions, Posted, PostOptions } from "../../domain/chat-adapter.ts";
import { createMadeOnce } from "../../domain/made-once.ts";
import type { Notification } from "../../domain/notification.ts";
import type { Target, TelegramTarget } from "../../domain/target.ts";
import type { Translate } from "../../i18n/translate.ts";
import { isNotModified, telegramError } from "./errors.ts";
import { renderCard, renderPlain, type TelegramMessage } from "./render.ts";

interface TelegramAdapterOptions {
  fetch: typeof fetch;
  /** As in `https://api.telegram.org`. */
  apiUrl: string;
  token: string;
  translate: (lang: string) => Translate;
}

/** Renders a notification; the same one, for many chats, once. */
type Render = (notification: Notification, how: EditOptions) => TelegramMessage;

const TIMEOUT_SECONDS = 10;
/** The topic every forum starts with; Telegram knows it by the absence of an id. */
const GENERAL_TOPIC = "1";

/** Posts and edits over the Bot API. Telegram recognises no repeats, so `repeated` is always false. */
export function createTelegramAdapter(options: TelegramAdapterOptions): ChatAdapter {
  const api = new Api(options.token, {
    apiRoot: options.apiUrl.replace(/\/+$/, ""),
    fetch: options.fetch,
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  const rendered = createMadeOnce<TelegramMessage>();
  const render: Render = (notification, { voice, plain }) =>
    rendered(notification, JSON.stringify([voice, plain]), () =>
      plain
        ? renderPlain(notification, voice)
        : renderCard(notification, voice, options.translate(voice.lang)),
    );
  return {
    platform: "telegram",
    post: (target, notification, how) =>
      asChatError(() => post(api, telegram(target), render(notification, how), how)),
    edit: (target, messageId, notification, how) =>
      asChatError(() => edit(api, telegram(target), messageId, render(notification, how))),
  };
}

async function post(
  api: Api,
  target: TelegramTarget,
  { text, keyboard, ...rest }: TelegramMessage,
  { replyTo }: PostOptions,
): Promise<Posted> {
  const sent = await api.sendMessage(idOf(target.chatId), text, {
    ...rest,
    ...(keyboard.length > 0 ? { reply_markup: { inline_keyboard: keyboard } } : {}),
    ...topicOf(target),
    ...replyOf(replyTo),
  });
  return { messageId: String(sent.message_id), repeated: false };
}

async function edit(
  api: Api,
  target: TelegramTarget,
  messageId: string,
  { text, keyboard, ...rest }: TelegramMessage,
): Promise<void> {
  try {
    await api.editMessageText(idOf(target.chatId), Number(messageId), text, {
      ...rest,
      reply_markup: { inline_keyboard: keyboard },
    });
  } catch (error) {
    if (!isNotModified(error)) throw error;
  }
}

function topicOf({ topicId }: TelegramTarget): { message_thread_id?: number } {
  if (topicId === undefined || topicId === GENERAL_TOPIC) return {};
  return { message_thread_id: Number(topicId) };
}

function replyOf(messageId: string | undefined) {
  if (messageId === undefined) return {};
  return {
    reply_parameters: { message_id: Number(messageId), allow_sending_without_reply: true },
  };
}

/** Ids have at most 52 significant bits; anything longer is nonsense that Telegram may refuse itself. */
function idOf(chatId: string): number | string {
  const id = Number(chatId);
  return Number.isSafeInteger(id) ? id : chatId;
}

function telegram(target: Target): TelegramTarget {
  if (target.platform !== "telegram") throw new Error(`telegram: a target of ${target.platform}`);
  return target;
}

async function asChatError<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw telegramError(error);
  }
}
