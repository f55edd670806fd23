import type { Actor } from "../domain/actor.ts";
import type { Group } from "../domain/group.ts";
import { targetId, type Target } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { Chat, Chats } from "../storage/chats.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import { CHECK_AFTER_MS, type TargetIllness } from "../storage/target-health.ts";
import type { Audited } from "./auditing.ts";
import { changeGroup, type GroupStore } from "./change-group.ts";
import type { ChatPlace } from "./chat-place.ts";
import type { Permissions } from "./permissions.ts";
import type { TellGroup, Telling } from "./telling.ts";

/** Which chats belong to which group: connected by who has rights in both. */
export interface ConnectedChats {
  /** The group of a chat, for whoever stands in it; undefined: none. */
  groupOf(place: Pick<ChatPlace, "target">): Promise<Group | undefined>;
  ofGroup(actor: Actor, groupId: string): Promise<Chat[]>;
  connect(actor: Actor, groupId: string, place: ChatPlace): Promise<void>;
  /** By who administers the chat, or the group. Its routes are kept, switched off. */
  disconnect(actor: Actor, groupId: string, place: ChatPlace): Promise<void>;
  /**
   * The bot can no longer speak there (removed, kicked, unknown channel): a `targetId`, or of a Telegram
   * chat all its topics with it. Gives what to say, and where.
   */
  lost(target: string, reason: "removed" | "unreachable"): Promise<readonly Telling[]>;
  /** The same for all that platforms keep saying the bot cannot reach: on Discord nothing else tells it. */
  loseUnreachable(): Promise<readonly Telling[]>;
}

export interface ConnectedChatsDeps {
  configuration: GroupStore & Pick<ConfigurationStore, "routesOf" | "saveRoutes">;
  permissions: Permissions;
  chats: Pick<Chats, "find" | "ofGroup" | "within" | "connect" | "disconnect">;
  audited: Audited;
  tellGroup: TellGroup;
  /** The target is to be tried at once, whatever was wrong with it before. */
  forgetIllness: (targetId: string, groupId: string) => Promise<void>;
  /** Targets that could not be reached, with the platform's word, and since when. */
  illnesses: () => Promise<readonly TargetIllness[]>;
}

export function createConnectedChats(deps: ConnectedChatsDeps): ConnectedChats {
  const { configuration, permissions, chats, audited } = deps;
  return {
    async groupOf({ target }) {
      const groupId = (await chats.find(targetId(target)))?.groupId;
      return groupId === undefined ? undefined : (await configuration.group(groupId))?.value;
    },
    async ofGroup(actor, groupId) {
      await permissions.authorize(actor, groupId, "group.view");
      return chats.ofGroup(groupId);
    },
    connect: (actor, groupId, place) => connect(deps, actor, groupId, place),
    async disconnect(actor, groupId, place) {
      const id = targetId(place.target);
      const isConnected = (await chats.find(id))?.groupId === groupId;
      // Who answers for a chat can always end what is sent there.
      if (!isConnected || !(await place.mayAdminister())) {
        await permissions.authorize(actor, groupId, "chat.disconnect");
      }
      if (!(await chats.disconnect(id, groupId))) throw new UserError("setup.not_connected");
      await letGo(deps, groupId, id);
      await audited(actor, { action: "chat.disconnected", groupId, targetId: id });
    },
    lost: (target, reason) => lost(deps, target, reason),
    async loseUnreachable() {
      const tellings: Telling[] = [];
      for (const illness of await deps.illnesses()) {
        if (!isGone(illness)) continue;
        const { targetId: id, groupId } = illness;
        // An illness of another group, or of long ago, says nothing of who is connected now.
        if ((await chats.find(id))?.groupId !== groupId) continue;
        tellings.push(...(await lost(deps, id, "unreachable")));
      }
      return tellings;
    },
  };
}

/** Unknown channel, missing access, kicked, blocked: what no retry mends, unlike a missing right to write. */
const GONE = /\b(10003|50001)\b|kicked|blocked|deactivated|chat not found|not a member/i;

/** Said twice, an hour apart: somebody may have mistaken a permission, or the platform itself. */
function isGone({ reason, since, checkAt }: TargetIllness): boolean {
  return GONE.test(reason) && checkAt - since >= 2 * CHECK_AFTER_MS;
}

async function connect(
  deps: ConnectedChatsDeps,
  actor: Actor,
  groupId: string,
  { target, platform, title, mayAdminister }: ChatPlace,
): Promise<void> {
  const { githubUserId } = await deps.permissions.authorize(actor, groupId, "chat.connect");
  if (!(await mayAdminister())) throw new UserError("setup.chat_admins_only");
  const id = targetId(target);
  const by =
    actor.type === "chat" ? `${actor.platform}:${actor.chatUserId}` : `github:${githubUserId}`;
  const outcome = await deps.chats.connect({
    targetId: id,
    platform,
    groupId,
    connectedBy: by,
    ...(title === undefined ? {} : { title }),
  });
  if (outcome === "taken") throw new UserError("setup.chat_taken");
  await deps.forgetIllness(id, groupId);
  await deps.audited(actor, { action: "chat.connected", groupId, targetId: id });
}

async function lost(
  deps: ConnectedChatsDeps,
  target: string,
  reason: "removed" | "unreachable",
): Promise<readonly Telling[]> {
  const tellings: Telling[] = [];
  for (const { targetId: id, groupId, title } of await deps.chats.within(target)) {
    if (groupId === undefined || !(await deps.chats.disconnect(id, groupId))) continue;
    await letGo(deps, groupId, id);
    const actor = { type: "system", reason } as const;
    await deps.audited(actor, { action: "chat.lost", groupId, targetId: id, detail: { reason } });
    const group = (await deps.configuration.group(groupId))?.value;
    if (group === undefined) continue;
    const params = { chat: title ?? id };
    tellings.push(...(await deps.tellGroup(group, `setup.chat_${reason}`, params)));
  }
  return tellings;
}

const TRIES = 3;

/** Nothing more is sent there: not by routes, and not as the group's log. */
async function letGo(
  { configuration }: Pick<ConnectedChatsDeps, "configuration">,
  groupId: string,
  id: string,
): Promise<void> {
  await switchOff(configuration, groupId, id);
  const group = await configuration.group(groupId);
  if (group?.value.logTarget === undefined) return;
  await changeGroup(configuration, groupId, (before) => {
    if (before.logTarget === undefined || targetId(before.logTarget) !== id) return undefined;
    const { logTarget: _, ...rest } = before;
    return rest;
  });
}

/** A route of this chat alone is kept, switched off; another loses the target. */
async function switchOff(
  configuration: ConnectedChatsDeps["configuration"],
  groupId: string,
  id: string,
): Promise<void> {
  const isGone = (target: Target) => targetId(target) === id;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const routes = await configuration.routesOf(groupId);
    const changes = routes
      .filter(({ value }) => value.enabled && value.targets.some(isGone))
      .map(({ value, version }) => {
        const left = value.targets.filter((target) => !isGone(target));
        const route =
          left.length === 0 ? { ...value, enabled: false } : { ...value, targets: left };
        return { route, expectedVersion: version };
      });
    if (changes.length === 0) return;
    const { status } = await configuration.saveRoutes(changes);
    if (status !== "conflict") return;
  }
  throw new UserError("setup.conflict");
}
