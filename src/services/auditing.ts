import type { Actor } from "../domain/actor.ts";
import type { AuditEntry, AuditLogs } from "../storage/audit-logs.ts";

/** Writes down who did what to a group. */
export type Audited = (
  actor: Actor,
  act: Pick<AuditEntry, "action" | "groupId" | "targetType" | "targetId" | "detail">,
) => Promise<void>;

export function createAudited(audit: Pick<AuditLogs, "record">): Audited {
  return (actor, act) => audit.record({ ...actorOf(actor), ...act });
}

function actorOf(actor: Actor): Pick<AuditEntry, "actorId" | "actorLogin"> {
  switch (actor.type) {
    case "system":
      return { actorId: "system" };
    case "github":
      return { actorId: actor.githubUserId, actorLogin: actor.login };
    case "chat":
      return { actorId: actor.githubUserId ?? `${actor.platform}:${actor.chatUserId}` };
  }
}
