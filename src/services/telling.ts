import type { Group } from "../domain/group.ts";
import type { Target } from "../domain/target.ts";

/** Something that people of a group should know, and where: the delivery side says it in the group's language. */
export interface Telling {
  groupId: string;
  target: Target;
  /** The sentence in the catalogues. */
  key: string;
  params: Readonly<Record<string, string | number>>;
}

/** Told where the group hears of what went wrong; nothing where it named no such place. */
export function tellGroup(
  group: Pick<Group, "id" | "logTarget">,
  key: string,
  params: Telling["params"] = {},
): Telling[] {
  const { id, logTarget } = group;
  return logTarget === undefined ? [] : [{ groupId: id, target: logTarget, key, params }];
}
