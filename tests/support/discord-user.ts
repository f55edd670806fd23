import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import type { Answer } from "../../sandbox/stand-ins/discord/answers.ts";
import type { OptionValues } from "../../sandbox/stand-ins/discord/command-data.ts";
import { buttonsOf } from "../../sandbox/stand-ins/discord/message-text.ts";
import type { SentInteraction } from "../../sandbox/stand-ins/discord/people.ts";
import type { DiscordPerson } from "../../sandbox/stand-ins/discord/places.ts";
import { codeOn, throughGitHub } from "./browser.ts";
import type { World } from "./world.ts";

type Modal = Extract<Answer, { kind: "modal" }>["modal"];

/** What somebody on Discord sees of an answer, in the end. */
export interface Seen {
  /** The first answer's kind. */
  kind: Answer["kind"];
  /** The message's text, or the modal's title. */
  text: string;
  /** Labels, with what they lead to. */
  buttons: Readonly<Record<string, string>>;
  message?: ShownMessage;
  modal?: Modal;
}

/** Somebody who uses the bot on Discord. Throws where Discord refuses what the bot answers. */
export interface DiscordUser {
  person: DiscordPerson;
  /** `/gh pr merge`: `slash("pr merge", { ref: "#1" })`. */
  slash(path: string, options?: OptionValues, channelId?: string): Promise<Seen>;
  typing(path: string, options: OptionValues, focused: string): Promise<readonly string[]>;
  press(message: ShownMessage | undefined, button: string): Promise<Seen>;
  submit(seen: Seen, values: Readonly<Record<string, string>>): Promise<Seen>;
  menu(name: string, message: ShownMessage): Promise<Seen>;
  /** The whole way, as this GitHub account; `button` leads there, in their language. */
  login(as: string, button?: string): Promise<Seen>;
}

export function createDiscordUser(
  world: World,
  who: { name: string; locale?: string; permissions?: bigint },
): DiscordUser {
  const { people, places } = world.discord;
  const person = places.person(who);
  const at = (channelId = world.channelId) => ({ person, channelId });
  const see = async (sending: Promise<SentInteraction>): Promise<Seen> => {
    const sent = await sending;
    return seen(world, sent, await world.interact(sent));
  };
  const slash: DiscordUser["slash"] = (path, options, channelId) =>
    see(people.slash(at(channelId), ["gh", ...path.split(" ")], options));
  return {
    person,
    slash,
    async typing(path, options, focused) {
      const words = ["gh", ...path.split(" ")];
      const answer = await world.interact(await people.autocomplete(at(), words, options, focused));
      if (answer.kind !== "choices") throw new Error(`Answered with ${answer.kind}`);
      return answer.choices.map(({ name, value }) =>
        name === value ? name : `${name} = ${value}`,
      );
    },
    press: (message, button) => {
      if (message === undefined) throw new Error("There is no message to press on");
      return see(people.press(person, message, button));
    },
    submit: ({ modal, kind }, values) => {
      if (modal === undefined) throw new Error(`No form is open but a ${kind}`);
      return see(people.submit(modal, values));
    },
    menu: (name, message) => see(people.messageCommand(person, name, message)),
    async login(as, button = "Link GitHub") {
      const { buttons } = await slash("login");
      const page = await throughGitHub(world, buttons[button] ?? "", as);
      return slash("login", { code: codeOn(page) });
    },
  };
}

function seen(world: World, sent: SentInteraction, answer: Answer): Seen {
  if (answer.kind === "modal") {
    return { kind: "modal", text: answer.modal.title, buttons: {}, modal: answer.modal };
  }
  const last = world.discord.answersTo(sent).at(-1);
  const message = answer.kind === "update" ? answer.message : last;
  if (message === undefined) return { kind: answer.kind, text: "", buttons: {} };
  const buttons = buttonsOf(message.body).map(({ label, customId, url }) => [
    label,
    customId ?? url ?? "",
  ]);
  return {
    kind: answer.kind,
    text: message.text,
    buttons: Object.fromEntries(buttons),
    message,
  };
}
