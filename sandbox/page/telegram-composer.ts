import type { ChatPanel } from "./chat-panel.ts";
import { action, element, formOf, valuesOf } from "./dom.ts";
import { ask, type Seen } from "./server.ts";
import { type PageMessage, recordOf, textOf } from "./shown-message.ts";
import { createSuggestions, type Suggestions } from "./suggestions.ts";

export interface TelegramComposer {
  reply(message: PageMessage): void;
  /** Opens the answer to a question that asks for one, as Telegram does for whom it is meant. */
  noticeQuestion(message: PageMessage): void;
}

interface BotCommand {
  command: string;
  description: string;
}

/** Where a person writes on Telegram: `/` lists the bot's commands, and a message can be answered. */
export function setUpTelegramComposer(
  panel: ChatPanel,
  tell: (seen: Promise<Seen>) => void,
): TelegramComposer {
  const { form, input, list, composer } = formOf("telegram");
  const suggestions = createSuggestions(list);
  let answered: PageMessage | undefined;

  const reply = (message: PageMessage | undefined): void => {
    answered = message;
    form.querySelector(".replying")?.remove();
    if (message === undefined) return;
    const [firstLine = ""] = message.text.split("\n");
    const bar = element(
      "div",
      { class: "replying" },
      element("span", {}, `Reply to ${message.author}: ${firstLine}`),
      action("✕", () => reply(undefined)),
    );
    composer.before(bar);
    input.focus();
  };
  input.addEventListener("input", () => void suggestCommands(panel, input, suggestions));
  form.addEventListener("keydown", (event) => void suggestions.takesKey(event));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = valuesOf(form)["text"]?.trim() ?? "";
    if (text === "") return;
    const replyTo = answered === undefined ? {} : { replyTo: answered.messageId };
    const writing = { as: panel.person().id, platform: "telegram", ...panel.place(), ...replyTo };
    form.reset();
    suggestions.hide();
    reply(undefined);
    tell(ask<Seen>("POST", "write", { ...writing, text }));
  });
  panel.onChange(() => reply(undefined));
  return {
    reply,
    noticeQuestion(message) {
      const { chatId } = panel.place();
      if (message.chatId === chatId && isMeantFor(message, panel)) reply(message);
    },
  };
}

/** The bot's own list, as it was registered for such a chat and the person's language. */
async function suggestCommands(
  panel: ChatPanel,
  input: HTMLInputElement,
  suggestions: Suggestions,
): Promise<void> {
  const typed = input.value;
  if (!/^\/\w*$/.test(typed)) return suggestions.hide();
  const { id, telegramId } = panel.person();
  const where = panel.place().chatId === telegramId ? "private" : "group";
  const commands = await ask<BotCommand[]>("GET", `bot-commands?as=${id}&in=${where}`);
  if (input.value !== typed) return;
  const found = commands.filter(({ command }) => command.startsWith(typed.slice(1)));
  const shown = found.map(({ command, description }) => ({
    label: `/${command}`,
    note: description,
    choose() {
      input.value = `/${command} `;
      suggestions.hide();
      input.focus();
    },
  }));
  // Whoever has written a whole command sends it by Enter.
  if (found.length === 1 && `/${found[0]?.command}` === typed) suggestions.hide();
  else suggestions.show(shown);
}

/** A selective question is meant for who is mentioned in it or answered by it. */
function isMeantFor(message: PageMessage, panel: ChatPanel): boolean {
  const markup = recordOf(message.body["reply_markup"]);
  if (markup["force_reply"] !== true) return false;
  if (markup["selective"] !== true) return true;
  const asker = panel.message(message.chatId, message.replyTo)?.body["from"];
  const { telegramId } = panel.person();
  const isMentioned = message.pinged?.includes(`user:${telegramId}`) === true;
  return isMentioned || textOf(recordOf(asker)["id"]) === telegramId;
}
