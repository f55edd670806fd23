import type { ShownMessage } from "../stand-ins/chat-log.ts";
import type { DiscordStandIn } from "../stand-ins/discord.ts";
import type { Answer, OpenModal } from "../stand-ins/discord/answers.ts";
import type { Doing, SentInteraction } from "../stand-ins/discord/people.ts";
import type { DiscordPerson } from "../stand-ins/discord/places.ts";
import { type CommandUse, typedCommand, typedOptions } from "./commands.ts";
import type { Seen } from "./seen.ts";

/** What a visitor does on Discord. Each throws Error with what the app would not let them do. */
export interface DiscordVisitor {
  /** A command, when it begins with `/`. */
  write(doing: Doing, text: string): Promise<Seen>;
  use(doing: Doing, use: CommandUse): Promise<Seen>;
  /** What the bot suggests for the option that is being filled. */
  suggest(
    doing: Doing,
    use: CommandUse & { focused: string },
  ): Promise<{ name: string; value: string | number }[]>;
  /** `button`: its label or custom id. */
  press(person: DiscordPerson, message: ShownMessage, button: string): Promise<Seen>;
  /** A command of the message's own menu. */
  menu(person: DiscordPerson, message: ShownMessage, name: string): Promise<Seen>;
  /** Sends the form that this person opened last. */
  submit(person: DiscordPerson, values: Readonly<Record<string, string>>): Promise<Seen>;
}

export function createDiscordVisitor(discord: DiscordStandIn): DiscordVisitor {
  const modals = new Map<string, OpenModal>();
  const registered = () => discord.registered("global");

  async function answerTo(sent: SentInteraction): Promise<Answer> {
    const response = await fetch(sent.request);
    const text = await response.text();
    if (!response.ok) throw new Error(`The Worker answered ${response.status}: ${text}`);
    return discord.receiveAnswer(sent, JSON.parse(text));
  }

  async function interact(person: DiscordPerson, sent: SentInteraction): Promise<Seen> {
    const answer = await answerTo(sent);
    if (answer.kind !== "modal") return {};
    modals.set(person.id, answer.modal);
    return { modal: answer.modal };
  }

  const use: DiscordVisitor["use"] = async (doing, { path, options }) => {
    const typed = typedOptions(registered(), path, options);
    return interact(doing.person, await discord.people.slash(doing, path, typed));
  };
  return {
    use,
    async write(doing, text) {
      if (text.startsWith("/")) return use(doing, typedCommand(registered(), text));
      discord.people.say(doing, text);
      return {};
    },
    async suggest(doing, { path, options, focused }) {
      const typed = typedOptions(registered(), path, { [focused]: "", ...options });
      const sent = await discord.people.autocomplete(doing, path, typed, focused);
      const answer = await answerTo(sent);
      return answer.kind === "choices" ? answer.choices : [];
    },
    press: async (person, message, button) =>
      interact(person, await discord.people.press(person, message, button)),
    menu: async (person, message, name) =>
      interact(person, await discord.people.messageCommand(person, name, message)),
    async submit(person, values) {
      const modal = modals.get(person.id);
      if (modal === undefined) throw new Error("No form is open");
      return interact(person, await discord.people.submit(modal, values));
    },
  };
}
