import type { Actor } from "../domain/actor.ts";
import type { Group } from "../domain/group.ts";
import type { Groups } from "./groups.ts";
import type { Installations } from "./installations.ts";

/** Where the events of an installation may go, for the person who owns its account. */
export interface InstallationOffer {
  /** The account that the App is installed on. */
  owner: string;
  /** Their groups that hear it already. */
  bound: readonly Group[];
  /** Their other groups. */
  groups: readonly Group[];
  /** They may make a group for it; false once one of theirs hears it, so that no second is made by chance. */
  mayCreate: boolean;
}

/** What follows the installation of the App on GitHub: a group for its events. */
export interface InstallationSetup {
  /** Asks GitHub whose account it is; throws for who does not own it. */
  offer(actor: Actor, installationId: string): Promise<InstallationOffer>;
  bind(actor: Actor, installationId: string, groupId: string): Promise<Group>;
  /** Makes a group named after the account. Repeated, it gives the group that is there. */
  bindNew(actor: Actor, installationId: string, lang?: string): Promise<Group>;
}

export function createInstallationSetup(
  groups: Pick<Groups, "those" | "mayCreate" | "create">,
  installations: Pick<Installations, "prove" | "bind">,
): InstallationSetup {
  const offer = async (actor: Actor, installationId: string): Promise<InstallationOffer> => {
    const { owner } = await installations.prove(actor, installationId);
    const theirs = await groups.those(actor, "installation.bind");
    const isBound = (group: Group) => group.installationId === installationId;
    const bound = theirs.filter(isBound);
    return {
      owner,
      bound,
      groups: theirs.filter((group) => !isBound(group)),
      mayCreate: bound.length === 0 && (await groups.mayCreate(actor)),
    };
  };
  return {
    offer,
    bind: (actor, installationId, groupId) => installations.bind(actor, installationId, groupId),
    async bindNew(actor, installationId, lang) {
      const { owner, bound } = await offer(actor, installationId);
      const [known] = bound;
      if (known !== undefined) return known;
      const language = lang === undefined ? {} : { lang };
      const { id } = await groups.create(actor, { name: owner, ...language });
      return installations.bind(actor, installationId, id);
    },
  };
}
