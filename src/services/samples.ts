import type { Actor } from "../domain/actor.ts";
import { ChatError } from "../domain/chat-adapter.ts";
import type { Notification } from "../domain/notification.ts";
import { type Target, targetId } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { Voice } from "../domain/voice.ts";
import type { ChatPlace } from "./chat-place.ts";
import type { ConnectedChats, ConnectedChatsDeps } from "./chats.ts";
import { countMissed, type MissedDeps } from "./missed.ts";
import type { Permissions } from "./permissions.ts";

/** Samples of what a chat will see. */
export interface Samples {
  /**
   * Posts them in this chat, in its group's voice. Throws where the platform refuses. Where it does not, the chat
   * works, whatever was wrong with it before: gives how many messages it missed meanwhile.
   */
  send(
    actor: Actor,
    place: ChatPlace,
    notifications: readonly Notification[],
  ): Promise<{ missed: number }>;
}

export interface SamplesDeps {
  chats: Pick<ConnectedChats, "groupOf">;
  permissions: Permissions;
  /** Throws `ChatError`. */
  post: (target: Target, notification: Notification, voice: Voice) => Promise<void>;
  forgetIllness: ConnectedChatsDeps["forgetIllness"];
  deadLetters: MissedDeps["deadLetters"];
}

export function createSamples(deps: SamplesDeps): Samples {
  const { chats, permissions, post } = deps;
  return {
    async send(actor, { target }, notifications) {
      const group = await chats.groupOf({ target });
      if (group === undefined) throw new UserError("setup.not_connected");
      await permissions.authorize(actor, group.id, "sample.send");
      const voice = { lang: group.lang ?? "en", emoji: group.emoji ?? true };
      try {
        for (const notification of notifications) await post(target, notification, voice);
      } catch (error) {
        if (!(error instanceof ChatError)) throw error;
        throw new UserError("setup.sample_failed");
      }
      const id = targetId(target);
      await deps.forgetIllness(id, group.id);
      return { missed: await countMissed(deps.deadLetters, group.id, id) };
    },
  };
}
