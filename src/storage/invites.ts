import { z } from "zod";
import { Role } from "../domain/group.ts";
import { randomHex } from "./hash.ts";
import type { OneTimeClaims } from "./one-time.ts";
import { readJson, tryCopy } from "./stored-value.ts";

export interface Invite {
  groupId: string;
  role: Role;
  /** In ms. */
  expiresAt: number;
  /** Numeric GitHub id of who made it. */
  createdBy: string;
  note?: string | undefined;
}

/** `invite:{token}` and `invite:group:{id}`: invitations into a group, each used once, within seven days. */
export interface Invites {
  create(invite: Omit<Invite, "expiresAt">): Promise<{ token: string; invite: Invite }>;
  /** Looks without using it up. Undefined: unknown, used, revoked or expired. */
  read(token: string): Promise<Invite | undefined>;
  /** A group's open invites, the one just made too. */
  list(groupId: string): Promise<{ token: string; invite: Invite }[]>;
  /** The invite, for the one caller that uses it first. */
  consume(token: string): Promise<Invite | undefined>;
  /** False: it was used or revoked before. */
  revoke(groupId: string, token: string): Promise<boolean>;
}

interface Deps {
  kv: KVNamespace;
  claims: OneTimeClaims;
  now: () => number;
}

const TTL_SECONDS = 7 * 86_400;

const StoredInvite = z.object({
  groupId: z.string(),
  role: Role,
  expiresAt: z.number(),
  createdBy: z.string(),
  note: z.string().optional(),
});
const Tokens = z.array(z.string());
const Metadata = z.object({ groupId: z.string() });

const PREFIX = "invite:";
const LIST_PREFIX = "invite:group:";
const keyOf = (token: string): string => `${PREFIX}${token}`;
const listKeyOf = (groupId: string): string => `${LIST_PREFIX}${groupId}`;

export function createInvites({ kv, claims, now }: Deps): Invites {
  const find = async (token: string): Promise<Invite | undefined> => {
    if (!/^[\w-]{16,128}$/.test(token)) return undefined;
    const invite = await readJson(kv, keyOf(token), StoredInvite);
    return invite !== undefined && invite.expiresAt > now() ? invite : undefined;
  };

  const consume = async (token: string): Promise<Invite | undefined> => {
    const invite = await find(token);
    if (invite === undefined) return undefined;
    if (!(await claims.claim(keyOf(token), invite.expiresAt))) return undefined;
    await tryCopy(keyOf(token), () => kv.delete(keyOf(token)));
    await tryCopy(listKeyOf(invite.groupId), () => setListed(kv, invite.groupId, { drop: token }));
    return invite;
  };

  return {
    async create(given) {
      const token = randomHex(16);
      const invite: Invite = { ...given, expiresAt: now() + TTL_SECONDS * 1000 };
      await kv.put(keyOf(token), JSON.stringify(invite), {
        expirationTtl: TTL_SECONDS,
        metadata: { groupId: invite.groupId },
      });
      await tryCopy(listKeyOf(invite.groupId), () => setListed(kv, invite.groupId, { add: token }));
      return { token, invite };
    },

    async read(token) {
      const invite = await find(token);
      if (invite === undefined) return undefined;
      return (await claims.claimed([keyOf(token)])).size > 0 ? undefined : invite;
    },

    async list(groupId) {
      const tokens = new Set([...(await listed(kv, groupId)), ...(await stored(kv, groupId))]);
      const used = await claims.claimed([...tokens].map(keyOf));
      const open = [...tokens].filter((token) => !used.has(keyOf(token)));
      const invites = await Promise.all(
        open.map(async (token) => ({ token, invite: await find(token) })),
      );
      return invites.flatMap(({ token, invite }) =>
        invite?.groupId === groupId ? [{ token, invite }] : [],
      );
    },

    consume,
    async revoke(groupId, token) {
      const invite = await find(token);
      return invite?.groupId === groupId && (await consume(token)) !== undefined;
    },
  };
}

async function listed(kv: KVNamespace, groupId: string): Promise<string[]> {
  return (await readJson(kv, listKeyOf(groupId), Tokens)) ?? [];
}

/** Two at once may overwrite each other's change of the list, so KV's own listing is asked as well. */
async function stored(kv: KVNamespace, groupId: string): Promise<string[]> {
  const tokens: string[] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const page: KVNamespaceListResult<unknown> = await kv.list({
      prefix: PREFIX,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const { name, metadata } of page.keys) {
      const isOurs = Metadata.safeParse(metadata).data?.groupId === groupId;
      if (isOurs && !name.startsWith(LIST_PREFIX)) tokens.push(name.slice(PREFIX.length));
    }
    more = !page.list_complete;
    cursor = page.list_complete ? undefined : page.cursor;
  }
  return tokens;
}

async function setListed(
  kv: KVNamespace,
  groupId: string,
  { add, drop }: { add?: string; drop?: string },
): Promise<void> {
  const tokens = (await listed(kv, groupId)).filter((token) => token !== drop);
  if (add !== undefined) tokens.push(add);
  const key = listKeyOf(groupId);
  if (tokens.length === 0) await kv.delete(key);
  else await kv.put(key, JSON.stringify(tokens), { expirationTtl: TTL_SECONDS });
}
