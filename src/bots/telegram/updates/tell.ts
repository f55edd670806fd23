import type { Invocation, Speaker } from "../../../commands/invocation.ts";
import { type Form, privately, publicly, type Reply } from "../../../commands/reply.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { answerParameters } from "./answer.ts";
import { privateLink } from "./deep-links.ts";
import { keepLastQuestion } from "./last-question.ts";
import { notHere } from "./not-here.ts";
import type { TelegramMessage } from "./payload.ts";
import type { UpdateDeps } from "./update-deps.ts";

/**
 * Says a reply where it was asked for; what is secret is only ever said in the private chat. What cannot be said is
 * not met with silence: nobody could tell it from a bot that did nothing.
 */
export async function tell(
  reply: Reply,
  message: TelegramMessage,
  invocation: Invocation,
  t: Translate,
  deps: UpdateDeps,
): Promise<void> {
  try {
    await say(reply, message, invocation, t, deps);
  } catch (error) {
    logWarning("telegram answer failed", { error: describeError(error) });
    const key = reply.type === "form" ? "commands.failed" : "commands.answer_lost";
    const answer = answerParameters(privately(t(key)));
    await deps.call("sendMessage", { ...where(message), ...answer });
  }
}

async function say(
  reply: Reply,
  message: TelegramMessage,
  invocation: Invocation,
  t: Translate,
  deps: UpdateDeps,
): Promise<void> {
  const elsewhere = notHere(reply, invocation, message.chat, t);
  if (elsewhere !== undefined) {
    const url = await privateLink(elsewhere.resume, invocation, deps);
    const action = { type: "link", label: t("commands.telegram.open_private"), url } as const;
    const pointer = publicly(elsewhere.text, [action]);
    await deps.call("sendMessage", { ...where(message), ...answerParameters(pointer) });
    return;
  }
  if (reply.type === "form") return ask(reply, message, invocation, t, deps);
  if (reply.replacesQuestion === true && isPress(message)) {
    const place = { chat_id: message.chat.id, message_id: message.message_id };
    await deps.call("editMessageText", { ...place, ...answerParameters(reply) });
    return;
  }
  await deps.call("sendMessage", { ...where(message), ...answerParameters(reply) });
}

/** Asks for the first field that is open; the reply to the question is its answer. */
async function ask(
  form: Form,
  message: TelegramMessage,
  invocation: Invocation,
  t: Translate,
  deps: UpdateDeps,
): Promise<void> {
  const field = form.fields.find(({ required }) => required) ?? form.fields[0];
  if (field === undefined || invocation.speaker === undefined) return;
  const { value } = field;
  // A force_reply reaches whoever is mentioned or answered: after a press that would be the bot itself.
  const name = isPress(message) && !invocation.place.isPrivate ? invocation.speaker.name : "";
  const lines = [
    name === "" ? form.title : `${name}: ${form.title}`,
    ...(value === undefined ? [] : ["", value]),
    "",
    t("commands.telegram.reply_with", { label: field.label }),
  ];
  const sent = await deps.call("sendMessage", {
    ...where(message),
    text: lines.join("\n"),
    ...(name === "" ? {} : { entities: [mention(name, invocation.speaker)] }),
    link_preview_options: { is_disabled: true },
    reply_markup: { force_reply: true, selective: !invocation.place.isPrivate },
  });
  const { platform, place, speaker } = invocation;
  const owner = { platform, chatUserId: speaker.chatUserId, chatId: place.chatId };
  const use = { path: form.path, args: form.args, field: field.name };
  const id = questionId(message.chat.id, messageIdOf(sent));
  await deps.services.pending.put(use, owner, id);
  if (place.isPrivate) await keepLastQuestion(deps.services.pending, owner, id);
}

/** The message of a pressed button is the bot's own. */
function isPress({ from }: TelegramMessage): boolean {
  return from?.is_bot === true;
}

/** Somebody's name, which need not be a user name, as a mention at the text's beginning. */
function mention(name: string, { chatUserId }: Speaker): object {
  return { type: "text_link", offset: 0, length: name.length, url: `tg://user?id=${chatUserId}` };
}

function where(message: TelegramMessage): object {
  const topic = message.is_topic_message === true ? message.message_thread_id : undefined;
  return {
    chat_id: message.chat.id,
    ...(topic === undefined ? {} : { message_thread_id: topic }),
    reply_parameters: { message_id: message.message_id, allow_sending_without_reply: true },
  };
}

/** Names a question of ours, so that a reply to it is recognised. */
export function questionId(chatId: number, messageId: number): string {
  return `telegram:${chatId}:${messageId}`;
}

function messageIdOf(sent: unknown): number {
  const isMessage = typeof sent === "object" && sent !== null && "message_id" in sent;
  return isMessage ? Number(sent.message_id) : 0;
}
