import type { Actor } from "../domain/actor.ts";
import { ChatError } from "../domain/chat-adapter.ts";
import type { Notification } from "../domain/notification.ts";
import type { Target } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { Voice } from "../domain/voice.ts";
import type { ChatPlace } from "./chat-place.ts";
import type { ConnectedChats } from "./chats.ts";
import type { Permissions } from "./permissions.ts";

/** Samples of what a chat will see. */
export interface Samples {
  /** Posts them in this chat, in its group's voice. Throws where the platform refuses. */
  send(actor: Actor, place: ChatPlace, notifications: readonly Notification[]): Promise<void>;
}

export interface SamplesDeps {
  chats: Pick<ConnectedChats, "groupOf">;
  permissions: Permissions;
  /** Throws `ChatError`. */
  post: (target: Target, notification: Notification, voice: Voice) => Promise<void>;
}

export function createSamples({ chats, permissions, post }: SamplesDeps): Samples {
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
    },
  };
}
