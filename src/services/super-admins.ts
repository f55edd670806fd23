import type { AdminLogins } from "../storage/admin-logins.ts";

/**
 * Whether somebody is one of the operator's own people. `loginNow` is what GitHub calls them now, asked only
 * where a login was never seen; undefined where GitHub does not say.
 */
export type IsSuperAdmin = (
  githubUserId: string,
  loginNow: () => Promise<string | undefined>,
) => Promise<boolean>;

/**
 * `admins` is `ADMIN_USER_IDS`: numeric ids, or `@login`. A login is somebody's for good once they were seen with
 * it: who takes it after them is nobody here.
 */
export function createIsSuperAdmin(
  admins: readonly string[],
  adminLogins: AdminLogins | undefined,
): IsSuperAdmin {
  const logins = admins
    .filter((admin) => admin.startsWith("@"))
    .map((admin) => admin.slice(1).toLowerCase());
  return async (githubUserId, loginNow) => {
    if (admins.includes(githubUserId)) return true;
    if (logins.length === 0 || adminLogins === undefined) return false;
    const owners = await adminLogins.owners(logins);
    if (logins.some((login) => owners.get(login) === githubUserId)) return true;
    const unseen = logins.filter((login) => !owners.has(login));
    if (unseen.length === 0) return false;
    const login = (await loginNow())?.toLowerCase();
    if (login === undefined || !unseen.includes(login)) return false;
    return (await adminLogins.bind(login, githubUserId)) === githubUserId;
  };
}
