import type { TellPerson } from "../auth/say-in-chat.ts";
import { answerMessage } from "../bots/discord/interactions/answer.ts";
import type { DiscordInteractionDeps } from "../bots/discord/interactions/router.ts";
import { answerParameters } from "../bots/telegram/updates/answer.ts";
import { privately } from "../commands/reply.ts";
import { login } from "../commands/verbs/login.ts";
import type { OwnWords } from "./own-words.ts";
import type { TelegramBot } from "./telegram-bot.ts";

interface Bots {
  discord: Pick<DiscordInteractionDeps, "followUp">;
  telegram: TelegramBot | undefined;
  ownWords: OwnWords;
}

/** A word to one person: a message of its own on both platforms, so that it is noticed. */
export function createTellPerson({ discord, telegram, ownWords }: Bots): TellPerson {
  return async (line, { text, loginButton }) => {
    const again = {
      type: "command",
      label: loginButton,
      command: login.path,
      payload: "",
    } as const;
    const answer = privately(text, [again]);
    if (line.platform === "discord") {
      const { applicationId, token } = line;
      const to = { applicationId, token };
      return discord.followUp(to, { how: "besides", body: answerMessage(answer) });
    }
    await ownWords(line.chatId);
    return telegram?.call("sendMessage", { chat_id: line.chatId, ...answerParameters(answer) });
  };
}
