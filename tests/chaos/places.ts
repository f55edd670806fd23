import type { Chats } from "./chats.ts";

/** Where the groups of these runs are told what. */
export interface Places {
  groups: readonly { id: string; [name: string]: unknown }[];
  routes: readonly object[];
  /** Secrets of the groups' own endpoints. */
  secrets: Readonly<Record<string, string>>;
  threadId: string;
  /** The chat that becomes a supergroup. */
  movingChat: string;
  moved: boolean;
  forum: { chatId: string; topicId: string };
  /** Chats the bot is kicked from, and taken back. */
  fickle: { channelId: string; chatId: string };
  /** Where groups are told what failed. */
  logs: readonly string[];
}

/** Its id as a supergroup. */
export const MOVED_TO = "-1009000000001";

export function createPlaces({ discord, telegram }: Chats): Places {
  const channel = (name: string) => discord.places.channel({ name }).id;
  const [builds, ops, fickle] = [channel("builds"), channel("ops"), channel("fickle")];
  const threadId = discord.places.thread({ parentId: builds, name: "a thread" }).id;
  const team = telegram.places.group({ title: "Team" }).id;
  const movingChat = telegram.places.group({ title: "Small", kind: "group" }).id;
  const forum = telegram.places.group({ title: "Forum", forum: true }).id;
  const topicId = telegram.places.topic(forum, { name: "News" }).id;
  const fickleChat = telegram.places.group({ title: "Fickle" }).id;
  const logs = [channel("log"), telegram.places.group({ title: "Log" }).id] as const;
  const onDiscord = (channelId: string, threadId?: string) => ({
    platform: "discord",
    channelId,
    ...(threadId === undefined ? {} : { threadId }),
  });
  const onTelegram = (chatId: string, topicId?: string) => ({
    platform: "telegram",
    chatId,
    ...(topicId === undefined ? {} : { topicId }),
  });
  const route = (id: string, groupId: string, repo: string, targets: object[], more = {}) => ({
    id,
    groupId,
    name: id,
    enabled: true,
    filters: [{ type: "repo", match: repo }],
    targets,
    ...more,
  });
  const group = (id: string, more: object = {}) => ({ id, name: id, members: [], ...more });
  return {
    groups: [
      group("g1", { logTarget: onDiscord(logs[0]) }),
      group("g2", { lang: "zh", emoji: false }),
      group("g3", { logTarget: onTelegram(logs[1]) }),
    ],
    routes: [
      route("cards", "g1", "o/a", [onDiscord(builds), onTelegram(team)]),
      route("thread", "g1", "o/b", [onDiscord(builds, threadId), onTelegram(movingChat)]),
      route("plain", "g1", "o/c", [onTelegram(forum, topicId)], { style: "plain" }),
      route("chinese", "g2", "o/a", [onTelegram(team)]),
      route("fickle", "g2", "o/c", [onDiscord(fickle), onTelegram(fickleChat)]),
      route("again", "g3", "o/b", [onDiscord(ops), onTelegram(forum)]),
      route("shadowed", "g3", "o/*", [onDiscord(ops)]),
    ],
    secrets: { g1: "1".repeat(64), g2: "2".repeat(64), g3: "3".repeat(64) },
    threadId,
    movingChat,
    moved: false,
    forum: { chatId: forum, topicId },
    fickle: { channelId: fickle, chatId: fickleChat },
    logs,
  };
}
