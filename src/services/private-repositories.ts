import type { Actor } from "../domain/actor.ts";
import type { Group } from "../domain/group.ts";
import type { GitHubUser } from "../github/client.ts";
import { GitHubError, type GitHubErrorKind } from "../github/github-error.ts";
import type { Act } from "./github-actions.ts";
import { speaksFor } from "./installations.ts";
import { personOf, type Permissions, sameLogin } from "./permissions.ts";
import { isEverything, patternOf, type Source } from "./subscription-routes.ts";

/**
 * What of a source this person may not hear, as a pattern of repositories. Through the shared endpoint come all
 * repositories of an owner, private ones too, and who may read each of them nobody can ask: so only who speaks for
 * the owner hears those without naming them.
 */
export type HeldBack = (actor: Actor, group: Group, source: Source) => Promise<string | undefined>;

export function createHeldBack(deps: { permissions: Permissions; act: Act }): HeldBack {
  return async (actor, { owners }, source) => {
    // Asked about by its name.
    if ("repo" in source) return undefined;
    const opened = owners?.filter((one) => isEverything(source) || sameLogin(one, source.owner));
    if (opened?.length === 0 || (await deps.permissions.isSuperAdmin(actor))) return undefined;
    const asked = isEverything(source) ? opened : [source.owner];
    const speaks = (me: GitHubUser) => speaksForAll(me, asked ?? []);
    const mayHear = asked !== undefined && asked.length <= MOST_ASKED;
    if (mayHear && (await deps.act(personOf(actor), speaks))) return undefined;
    return isEverything(source) ? "*#private" : `${patternOf(source)}#private`;
  };
}

const MOST_ASKED = 10;

async function speaksForAll(me: GitHubUser, owners: readonly string[]): Promise<boolean> {
  const { login } = await me.whoAmI();
  for (const owner of owners) {
    if (!(await speaksFor(me, login, owner).catch(noWhereRefused))) return false;
  }
  return true;
}

const REFUSALS: readonly GitHubErrorKind[] = [
  "forbidden",
  "app_permission_missing",
  "app_not_approved",
  "ip_not_allowed",
];

/** Who may not even ask is taken for nobody. */
function noWhereRefused(error: unknown): false {
  if (error instanceof GitHubError && REFUSALS.includes(error.kind)) return false;
  throw error;
}
