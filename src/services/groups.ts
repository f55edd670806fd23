import type { Actor } from "../domain/actor.ts";
import { Group } from "../domain/group.ts";
import { targetId, type Target } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import { SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import type { Chats } from "../storage/chats.ts";
import type { ConfigurationStore, Versioned } from "../storage/configuration.ts";
import { randomHex } from "../storage/hash.ts";
import type { Invites } from "../storage/invites.ts";
import type { Links } from "../storage/links.ts";
import type { TenantSecrets } from "../storage/tenant-secrets.ts";
import type { Audited } from "./auditing.ts";
import { type Authorized, personOf, type Permissions, type Verb } from "./permissions.ts";
import { savedVersion } from "./saved.ts";

/** What may be changed of a group. Null takes a setting away. */
export interface GroupChange {
  name?: string;
  lang?: string | null;
  emoji?: boolean;
  providers?: readonly string[] | null;
  forgeSources?: Group["forgeSources"];
  /** A chat that is connected to the group. */
  logTarget?: Target | null;
  /** Whose events may enter from the shared endpoint: beyond what is proven, the super admins' alone. */
  owners?: readonly string[] | null;
}

/** Groups: the tenants. Every verb checks who acts; throws `UserError` with what to do next. */
export interface Groups {
  mayCreate(actor: Actor): Promise<boolean>;
  /** Logins of the operator's own people, as far as they are known: whom to ask for a group. */
  operators(): Promise<readonly string[]>;
  create(actor: Actor, group: { name: string; lang?: string }): Promise<Group>;
  view(actor: Actor, groupId: string): Promise<Versioned<Group>>;
  /** The groups in which they may do this, as last read. */
  those(actor: Actor, verb: Verb): Promise<readonly Group[]>;
  change(actor: Actor, groupId: string, change: GroupChange, version?: number): Promise<Group>;
  /** The group, exactly its routes, its secret, invites and connections. Its logs stay. */
  remove(actor: Actor, groupId: string, version?: number): Promise<void>;
}

export interface GroupsDeps {
  configuration: Pick<
    ConfigurationStore,
    "current" | "group" | "saveGroup" | "deleteGroup" | "routesOf"
  >;
  permissions: Permissions;
  chats: Pick<Chats, "find" | "disconnectAll">;
  secrets: Pick<TenantSecrets, "remove">;
  invites: Pick<Invites, "list" | "revoke">;
  audited: Audited;
  /** `ALLOW_SELF_SIGNUP`: everybody who is linked makes groups. */
  selfSignup: boolean;
  /** `ADMIN_USER_IDS` */
  superAdmins: readonly string[];
  links: Pick<Links, "ofGithubUsers">;
  /** Who this is at GitHub now. */
  whoIs: (githubUserId: string) => Promise<{ login: string }>;
}

/** One person's groups; a mistake or a script must not fill the configuration that everybody shares. */
const MOST_GROUPS = 20;
const NAME_LENGTH = 100;
const SLUG_LENGTH = 24;

export function createGroups(deps: GroupsDeps): Groups {
  const { permissions, configuration } = deps;
  const mayCreate = async (actor: Actor) => deps.selfSignup || permissions.isSuperAdmin(actor);
  const those = async (actor: Actor, verb: Verb) =>
    permissions.those(actor, (await configuration.current()).groups(), verb);
  return {
    mayCreate,
    operators: () => operatorsOf(deps),
    those,
    create: (actor, group) => create(deps, actor, group, mayCreate),
    view: (actor, groupId) => permissions.authorize(actor, groupId, "group.view"),
    change: (actor, groupId, change, version) => changeGroup(deps, actor, groupId, change, version),
    remove: (actor, groupId, version) => remove(deps, actor, groupId, version),
  };
}

async function create(
  deps: GroupsDeps,
  actor: Actor,
  { name, lang }: { name: string; lang?: string },
  mayCreate: Groups["mayCreate"],
): Promise<Group> {
  const userId = personOf(actor);
  if (!(await mayCreate(actor))) throw await noSignup(deps);
  const isOwner = (group: Group) =>
    group.members.some((member) => member.userId === userId && member.role === "owner");
  const owned = (await deps.configuration.current()).groups().filter(isOwner);
  if (owned.length >= MOST_GROUPS && !(await deps.permissions.isSuperAdmin(actor))) {
    throw new UserError("setup.too_many_groups", { max: MOST_GROUPS });
  }
  const { login } = await deps.whoIs(userId);
  const group: Group = {
    id: newId(name),
    name: nameOf(name),
    members: [{ userId, login, role: "owner" }],
    // From the shared endpoint nothing may enter before somebody proves whose it is.
    owners: [],
    ...(lang === undefined ? {} : { lang }),
  };
  savedVersion(await deps.configuration.saveGroup(group, 0));
  await deps.audited(actor, { action: "group.created", groupId: group.id });
  return group;
}

async function noSignup(deps: GroupsDeps): Promise<UserError> {
  const operators = await operatorsOf(deps);
  return operators.length === 0
    ? new UserError("setup.no_signup")
    : new UserError("setup.no_signup_ask", { who: operators.join(", ") });
}

/** Those listed by login, and those listed by id who linked a chat account. */
async function operatorsOf({ superAdmins, links }: GroupsDeps): Promise<readonly string[]> {
  const listed = superAdmins.filter((admin) => admin.startsWith("@"));
  const ids = superAdmins.filter((admin) => /^\d+$/.test(admin));
  const linked = (await links.ofGithubUsers(ids)).flatMap(({ login }) => login ?? []);
  return [...new Set([...listed, ...linked.map((login) => `@${login}`)])].slice(0, 3);
}

async function changeGroup(
  deps: GroupsDeps,
  actor: Actor,
  groupId: string,
  change: GroupChange,
  version?: number,
): Promise<Group> {
  const verb = change.owners === undefined ? "group.change" : "group.owners";
  const found = await deps.permissions.authorize(actor, groupId, verb);
  if (change.logTarget) await refuseForeignTarget(deps, found, change.logTarget);
  const parsed = Group.safeParse(changed(found.value, change));
  if (!parsed.success) throw new UserError("setup.group_invalid");
  savedVersion(await deps.configuration.saveGroup(parsed.data, version ?? found.version));
  await deps.audited(actor, { action: "group.changed", groupId, detail: { ...change } });
  return parsed.data;
}

async function remove(
  deps: GroupsDeps,
  actor: Actor,
  groupId: string,
  version?: number,
): Promise<void> {
  const found = await deps.permissions.authorize(actor, groupId, "group.delete");
  savedVersion(await deps.configuration.deleteGroup(groupId, version ?? found.version));
  // What is left behind must not open anything for a group of the same id.
  await deps.chats.disconnectAll(groupId);
  await deps.secrets.remove(groupId);
  for (const { token } of await deps.invites.list(groupId)) {
    await deps.invites.revoke(groupId, token);
  }
  await deps.audited(actor, { action: "group.deleted", groupId });
}

async function refuseForeignTarget(
  { chats }: GroupsDeps,
  { value: group, isSuper }: Authorized,
  target: Target,
): Promise<void> {
  const id = targetId(target);
  const isKept = group.logTarget !== undefined && targetId(group.logTarget) === id;
  if (isSuper || isKept || (await chats.find(id))?.groupId === group.id) return;
  throw new UserError("setup.target_not_connected");
}

function changed(group: Group, change: GroupChange): Record<string, unknown> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const merged = { ...group, ...Object.fromEntries(given) };
  if (change.name !== undefined) merged.name = nameOf(change.name);
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null));
}

function nameOf(name: string): string {
  const text = name.trim().replace(/\s+/g, " ").slice(0, NAME_LENGTH).toWellFormed();
  return text === "" ? "chat" : text;
}

/** Readable in a webhook's URL, and nobody else's. */
function newId(name: string): string {
  const slug = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
  const words = slug === "" || slug === SHARED_ENDPOINT ? "chat" : slug;
  return `${words}-${randomHex(3)}`;
}
