import type { Notification } from "../domain/notification.ts";
import type { Target } from "../domain/target.ts";
import { withPeople } from "../domain/text/people.ts";
import type { PersonSpan } from "../domain/text.ts";
import type { ChatPerson } from "../storage/chat-people.ts";

/** The notification with those people as the chat knows them who have used the bot in it. */
export function recognised(
  notification: Notification,
  people: readonly ChatPerson[],
  target: Target,
): Notification {
  const place = chatOf(target);
  const known = people.filter(
    ({ platform, places }) => platform === target.platform && places.includes(place),
  );
  if (known.length === 0) return notification;
  return withPeople(notification, (span) => {
    const person = known.find(({ githubUserId }) => githubUserId === span.id);
    return person === undefined ? span : { ...span, ...accountOf(person) };
  });
}

/** People are in a channel with its threads, and in a chat with its topics. */
function chatOf(target: Target): string {
  return target.platform === "discord"
    ? `discord:${target.channelId}`
    : `telegram:${target.chatId}`;
}

function accountOf({ platform, chatUserId, name, username }: ChatPerson): Partial<PersonSpan> {
  if (platform === "discord") return { discordId: chatUserId };
  if (name === undefined) return {};
  const page = username === undefined ? {} : { url: `https://t.me/${username}` };
  return { telegram: { name, ...page } };
}
