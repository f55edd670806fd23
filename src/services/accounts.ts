import { UserError } from "../domain/user-error.ts";
import { type AccessDeps, createWithToken } from "./access.ts";
import type { Accounts } from "./account-types.ts";
import { createHandshakes, type HandshakeDeps } from "./handshake.ts";
import { createLinking, type LinkingDeps } from "./linking.ts";

export type AccountsDeps = Omit<AccessDeps, "oauth"> &
  HandshakeDeps &
  Omit<LinkingDeps, "withToken">;

export function createAccounts(deps: AccountsDeps): Accounts {
  const withToken = createWithToken({ oauth: deps.github.oauth, tokens: deps.tokens });
  return { ...createHandshakes(deps), ...createLinking({ ...deps, withToken }), withToken };
}

/** The accounts of a deployment where a setting for them is missing: each verb says so. */
export function accountsOff(): Accounts {
  const off = async (): Promise<never> => {
    throw new UserError("accounts.off");
  };
  return {
    linked: async () => undefined,
    startLogin: off,
    confirmLogin: off,
    logout: off,
    whoAmI: off,
    startSignIn: off,
    handshake: off,
    authorizeUrl: off,
    finishHandshake: off,
    abandonHandshake: off,
    withToken: off,
    bearer: async () => undefined,
    revoke: off,
    endUnfinished: async () => undefined,
  };
}
