import type { Actor } from "../domain/actor.ts";
import type { Target } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { ChatPlace } from "../services/chat-place.ts";
import { chatActor, type GroupServices } from "../services/group-services.ts";
import type { Action } from "../domain/notification.ts";
import type { CommandUse } from "./define.ts";
import { goOnInPrivate } from "./go-on-in-private.ts";
import type { Answer } from "./reply.ts";
import type { PendingUse } from "./services.ts";

/** The services of groups; says so where this deployment has none. */
export function groupServices({ services }: CommandUse): GroupServices {
  if (services.groups === undefined) throw new UserError("setup.off");
  return services.groups;
}

/** Who speaks, as the linked person that they are. */
export function actorOf({ invocation, githubUserId }: CommandUse): Actor {
  const { platform, speaker } = invocation;
  const { chatUserId, name } = speaker ?? { chatUserId: "", name: "" };
  return chatActor({ platform, chatUserId, name }, githubUserId || undefined);
}

const TELEGRAM_CHAT = /^telegram:(-?\d{1,20})(?::(\d{1,20}))?$/;

/** The chat a use is about: the one it was said in, or, in private, the one that was chosen before. */
export function chatPlace({ invocation, args }: CommandUse): ChatPlace {
  const { place, platform, mayAdminister } = invocation;
  const named = args["chat"];
  if (named === undefined) {
    const title = place.title === undefined ? {} : { title: place.title };
    return { platform, target: targetOf(invocation), mayAdminister, ...title };
  }
  const [, chatId, topicId] = TELEGRAM_CHAT.exec(named) ?? [];
  if (platform !== "telegram" || chatId === undefined) {
    throw new UserError("setup.chat_unreadable");
  }
  const topic = topicId === undefined ? {} : { topicId };
  const title = args["title"] === undefined ? {} : { title: args["title"] };
  return {
    platform,
    target: { platform, chatId, ...topic },
    // What comes with a button is data from outside: the platform is asked again.
    mayAdminister: async () => (await invocation.administers?.(chatId)) ?? false,
    ...title,
  };
}

function targetOf({ platform, place }: CommandUse["invocation"]): Target {
  const { chatId, threadId } = place;
  if (platform === "discord") {
    return { platform, channelId: chatId, ...(threadId === undefined ? {} : { threadId }) };
  }
  return { platform, chatId, ...(threadId === undefined ? {} : { topicId: threadId }) };
}

/** A button for this person, here, once, with arguments that fit no button. */
export async function keptButton(
  { invocation, services }: CommandUse,
  label: string,
  use: PendingUse,
  tone?: "primary" | "danger",
): Promise<Action> {
  const { platform, place, speaker } = invocation;
  const owner = { platform, chatUserId: speaker?.chatUserId ?? "", chatId: place.chatId };
  const payload = await services.pending.put(use, owner);
  return { type: "command", label, command: "confirm", payload, ...(tone && { tone }) };
}

/**
 * For what decides by itself whether it is for the speaker alone: in an overheard chat, the way to the private one,
 * where it goes on about this chat.
 */
export function privateFirst(use: CommandUse): Answer | undefined {
  const { isOverheard, place } = use.invocation;
  return isOverheard ? goOnInPrivate(use, { chat: place.targetId, ...use.args }) : undefined;
}
