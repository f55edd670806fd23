import type { Action } from "../../../domain/notification.ts";
import { cutText } from "../../../domain/text/cut.ts";
import type { Answer } from "../../../commands/reply.ts";

const TEXT_LIMIT = 4_096;
const CALLBACK_DATA_LIMIT_BYTES = 64;

/** The parameters of sendMessage or editMessageText for an answer: plain text, so nothing in it is markup. */
export function answerParameters(answer: Answer): Record<string, unknown> {
  const rows = (answer.actions ?? []).flatMap(button).map((key) => [key]);
  return {
    text: cutText(answer.text, TEXT_LIMIT),
    link_preview_options: { is_disabled: true },
    ...(rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }),
    ...(answer.chooseChat === undefined ? {} : { reply_markup: chatKeyboard(answer.chooseChat) }),
  };
}

/** https://core.telegram.org/bots/api#keyboardbuttonrequestchat: Telegram lists only chats the person administers. */
function chatKeyboard({ group, channel }: NonNullable<Answer["chooseChat"]>): object {
  const ask = (text: string, chat: object): object => ({
    text,
    request_chat: { request_title: true, ...chat },
  });
  const post = { ...RIGHTS, can_post_messages: true };
  const inGroup = { chat_is_channel: false, user_administrator_rights: RIGHTS };
  // A bot is in a channel only as an administrator, so the press makes it one.
  const inChannel = {
    chat_is_channel: true,
    user_administrator_rights: post,
    bot_administrator_rights: post,
  };
  return {
    keyboard: [
      [ask(group, { request_id: 1, ...inGroup, bot_is_member: true })],
      [ask(channel, { request_id: 2, ...inChannel })],
    ],
    one_time_keyboard: true,
    resize_keyboard: true,
  };
}

/** Every administrator has the first of these; the others must be said, too. */
const RIGHTS = {
  can_manage_chat: true,
  is_anonymous: false,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
} as const;

function button(action: Action): readonly object[] {
  if (action.type === "link") return [{ text: action.label, url: action.url }];
  const data = `gh:${action.command}:${action.payload}`;
  const fits = new TextEncoder().encode(data).byteLength <= CALLBACK_DATA_LIMIT_BYTES;
  return fits ? [{ text: action.label, callback_data: data }] : [];
}
