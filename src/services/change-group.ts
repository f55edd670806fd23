import type { Group } from "../domain/group.ts";
import { UserError } from "../domain/user-error.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import { savedVersion } from "./saved.ts";

export type GroupStore = Pick<ConfigurationStore, "group" | "saveGroup">;

/** Many may come at once: each round one of them is through. */
const TRIES = 8;

/**
 * A change of a part of a group that leaves the rest alone: when somebody else saves at the same moment it
 * is made anew on theirs, so that both count. Undefined from `change`: nothing to do.
 */
export async function changeGroup(
  configuration: GroupStore,
  groupId: string,
  change: (group: Group) => Group | undefined,
): Promise<Group> {
  for (let tries = 1; ; tries += 1) {
    const found = await configuration.group(groupId);
    if (found === undefined) throw new UserError("setup.group_unknown");
    const group = change(found.value);
    if (group === undefined) return found.value;
    const result = await configuration.saveGroup(group, found.version);
    if (result.status === "conflict" && tries < TRIES) continue;
    savedVersion(result);
    return group;
  }
}
