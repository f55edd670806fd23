import { lastQuestionId } from "../bots/telegram/updates/last-question.ts";
import type { ChatAdapter } from "../domain/chat-adapter.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { PendingUseStore } from "../storage/pending-uses.ts";

/** Notes that the bot speaks by itself in a Telegram chat: words said after it no longer answer a question before it. */
export type OwnWords = (chatId: string) => Promise<void>;

export function createOwnWords(uses: Pick<PendingUseStore, "take"> | undefined): OwnWords {
  return async (chatId) => {
    if (uses === undefined || chatId.startsWith("-")) return;
    try {
      // Only a private chat's id is no negative number: it is the person's.
      const owner = { platform: "telegram", chatUserId: chatId, chatId } as const;
      await uses.take(lastQuestionId(chatId), owner);
    } catch (error) {
      logWarning("telegram last question kept", { error: describeError(error) });
    }
  };
}

/** The same adapter, which notes what it posts. */
export function noting(ownWords: OwnWords, adapter: ChatAdapter): ChatAdapter {
  return {
    ...adapter,
    async post(target, notification, options) {
      if (target.platform === "telegram") await ownWords(target.chatId);
      return adapter.post(target, notification, options);
    },
  };
}
