import type { Group } from "../domain/group.ts";
import type { Target } from "../domain/target.ts";
import type { Chats } from "../storage/chats.ts";

/** Something that people of a group should know, and where: the delivery side says it in the group's language. */
export interface Telling {
  groupId: string;
  target: Target;
  /** The sentence in the catalogues. */
  key: string;
  params: Readonly<Record<string, string | number>>;
  /** Names what is said, where nothing stored tells that it was said before. */
  onceKey?: string;
}

/** Says something where a group still listens: its log chat, else one of its chats; nowhere if there is none. */
export type TellGroup = (
  group: Pick<Group, "id" | "logTarget">,
  key: string,
  params: Telling["params"],
) => Promise<readonly Telling[]>;

export function createTellGroup(chats: Pick<Chats, "ofGroup">): TellGroup {
  return async ({ id: groupId, logTarget }, key, params) => {
    const target = logTarget ?? targetOf((await chats.ofGroup(groupId))[0]?.targetId);
    return target === undefined ? [] : [{ groupId, target, key, params }];
  };
}

/** A stored `targetId` as a target. Discord takes a thread's id for a channel's. */
function targetOf(id: string | undefined): Target | undefined {
  const [platform, chatId, topicId] = id?.split(":") ?? [];
  if (chatId === undefined) return undefined;
  if (platform === "discord") return { platform, channelId: chatId };
  return { platform: "telegram", chatId, ...(topicId === undefined ? {} : { topicId }) };
}
