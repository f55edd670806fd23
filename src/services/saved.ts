import { UserError } from "../domain/user-error.ts";
import type { SaveResult } from "../storage/configuration.ts";

/** The version that was saved. Throws what a person can do when somebody else was faster. */
export function savedVersion(result: SaveResult): number {
  switch (result.status) {
    case "saved":
      return result.version;
    case "conflict":
      throw new UserError("setup.conflict");
    case "no_group":
      throw new UserError("setup.group_unknown");
  }
}
