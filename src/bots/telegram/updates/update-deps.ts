import type { CommandServices } from "../../../commands/services.ts";
import type { Translate } from "../../../i18n/translate.ts";

/** Calls a Bot API method; gives its result, throws when Telegram refuses. */
export type CallTelegram = (method: string, parameters: object) => Promise<unknown>;

export interface UpdateDeps {
  services: CommandServices;
  call: CallTelegram;
  /** The bot's user name, without the @. */
  botName: () => Promise<string>;
  isAdministrator: (chatId: string, userId: string) => Promise<boolean>;
  translate: (locale: string) => Promise<Translate>;
  /** A group became this supergroup: everything stored moves. */
  moveChat: (from: string, to: string) => Promise<void>;
  /** The bot can no longer speak in a chat. */
  chatLost: (chatId: string) => Promise<void>;
}
