import type { MessageKey, Translate } from "../i18n/translate.ts";
import type { Invocation } from "./invocation.ts";
import type { Reply } from "./reply.ts";
import type { CommandServices } from "./services.ts";

/** One typed argument. Discord shows it as an option, Telegram takes it from the words. */
export interface Argument {
  name: string;
  description: MessageKey;
  /**
   * `ref`: a link, `owner/repo#12` or `#12`; `repo`: `owner/repo`; `word`: one word; `text`: everything that
   * is left; `line`: only by its name (`body:"…"`); `hidden`: only by a button of ours.
   */
  type: "ref" | "repo" | "text" | "word" | "choice" | "line" | "hidden";
  required?: boolean;
  /** As typed, with the quotes that would otherwise be taken off around it. */
  verbatim?: boolean;
  choices?: readonly Choice[];
  /** In characters. */
  maxLength?: number;
}

export interface Choice {
  value: string;
  label: MessageKey | { literal: string };
}

/** A command, declared once for both platforms, help, docs and registration. */
export interface Command {
  /** As typed after `/gh`: `pr merge`. Two words at most. */
  path: string;
  description: MessageKey;
  args: readonly Argument[];
  /** `linked`: the speaker acts on GitHub; who is not linked is led to the login. */
  needs: "nobody" | "person" | "linked";
  /** The name under which Discord offers it on a message, if it does. */
  messageCommand?: MessageKey;
  /** Only for buttons: not typed, not listed. */
  hidden?: boolean;
  /** What it changes is said to everybody in the chat, in the chat's language; without arguments it only shows. */
  answersChat?: boolean;
  /** Only the speaker may read its answer: where others read it, too, all of it goes on in the private chat. */
  forSpeakerAlone?: boolean;
  /** A press does it without asking back: two quick presses by one person are one. */
  actsOnPress?: boolean;
  run: (use: CommandUse) => Promise<Reply>;
}

/** What a command has at hand while it runs. */
export interface CommandUse {
  invocation: Invocation;
  args: Readonly<Record<string, string>>;
  t: Translate;
  services: CommandServices;
  /** The speaker's GitHub id; set where the command needs `linked`. */
  githubUserId: string;
}

/** Whether a use is to be answered for everybody in the chat, as far as the declaration tells. */
export function answersChat(command: Command, args: Readonly<Record<string, string>>): boolean {
  return command.answersChat === true && Object.keys(args).length > 0;
}
