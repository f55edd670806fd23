import type { Invocation } from "../../../commands/invocation.ts";
import { privately } from "../../../commands/reply.ts";
import { runCommand } from "../../../commands/run.ts";
import { CHOSEN_CHAT } from "../../../commands/verbs/setup.ts";
import type { MessageKey } from "../../../i18n/translate.ts";
import { answersQuestion, awaitedUse } from "./awaited.ts";
import { resumedUse, startedWords } from "./deep-links.ts";
import { commandText, typedInvocation } from "./invocation.ts";
import { type LastQuestion, takeLastQuestion, UNREAD } from "./last-question.ts";
import type { TelegramMessage } from "./payload.ts";
import { tell } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

/** A message: a command, the words a question of ours asked for, or nothing for us. */
export async function said(
  message: TelegramMessage,
  updateId: number,
  deps: UpdateDeps,
): Promise<void> {
  if (message.migrate_to_chat_id !== undefined) {
    return deps.moveChat(String(message.chat.id), String(message.migrate_to_chat_id));
  }
  const context = { ...deps, githubUrl: deps.services.githubUrl };
  const command = startedWords(message) ?? (await commandText(message.text ?? "", deps.botName));
  const meaning = (words: string) => typedInvocation(message, words, updateId, context);
  const base = meaning(command ?? "");
  const last = await takeLastQuestion(base, deps.services.pending);
  const t = await deps.translate(base.locale);
  const meant =
    resumedUse(message, base) ??
    chosenChat(message, base) ??
    (command === undefined ? await awaitedUse(message, base, last, deps) : base);
  const dangling = danglingAnswer(meant, message, {
    last,
    answersOurs: answersQuestion(message, t),
  });
  if (dangling !== undefined) return tell(privately(t(dangling)), message, base, t, deps);
  const greeting = wordsInPrivate(message);
  const use = meant ?? (greeting === undefined ? undefined : meaning(greeting));
  if (use === undefined || use === UNREAD) return;
  const reply = await runCommand(use, deps.services, t);
  await tell(reply, message, use, t, deps);
}

/** What to say to an answer whose question nobody knows of any more, or just now, or that is no words. */
function danglingAnswer(
  meant: Invocation | typeof UNREAD | undefined,
  { chat, text }: TelegramMessage,
  { last, answersOurs }: { last: LastQuestion; answersOurs: boolean },
): MessageKey | undefined {
  const isPrivate = chat.type === "private";
  // In a group, not every reply to the bot is for it.
  if (meant === UNREAD) return isPrivate || answersOurs ? "commands.unread" : undefined;
  if (meant !== undefined || !isPrivate) return undefined;
  const isAnswer = answersOurs || (text === undefined && typeof last === "string");
  if (!isAnswer) return undefined;
  return text === undefined ? "commands.telegram.words_only" : "commands.telegram.late";
}

/** Whoever talks to the bot alone gets an answer. */
function wordsInPrivate({ chat, text }: TelegramMessage): string | undefined {
  if (chat.type !== "private" || text === undefined) return undefined;
  return /^\/help\b/i.test(text) ? "help" : "start";
}

/** A chat that was chosen with the keyboard of `chooseChat`. */
function chosenChat(message: TelegramMessage, base: Invocation): Invocation | undefined {
  const chosen = message.chat_shared;
  if (chosen === undefined || !base.place.isPrivate) return undefined;
  const title = chosen.title === undefined ? {} : { title: chosen.title };
  return { ...base, path: CHOSEN_CHAT, args: { chat: `telegram:${chosen.chat_id}`, ...title } };
}
