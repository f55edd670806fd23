import { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { account, accountOf, accountSpan } from "./accounts.ts";
import { changeOf } from "./changes.ts";
import { flag, line, link, list, object, part, type Person, person, text } from "./fields.ts";
import { formatter } from "./formatter.ts";
import { permissionField, Rights, strongestOf } from "./permission.ts";
import { repositoriesField } from "./repositories-field.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named, person as whom } from "./spans.ts";

/** People, teams and apps of an organisation. */
export const organization = simple(
  {
    membership: object({ user: person, role: line }),
    invitation: object({ login: line, role: line }),
    user: person,
    changes: object({ login: object({ from: line }) }),
  },
  {
    member_added: ["success", "👋"],
    member_invited: ["info", "✉️"],
    member_removed: ["warning", "👤"],
    renamed: ["info", "✏️"],
    deleted: ["failure", "🗑️"],
  },
  ({ membership, invitation, user, changes }, { action, around, t }) => {
    // An invitation's e-mail address is nobody else's business.
    const member = membership?.user ?? user ?? { login: invitation?.login };
    const removed = action === "member_removed" && isByAnother(around.sender, member);
    return {
      variant: removed ? "removed" : action,
      ...(removed ? REMOVED : {}),
      slots: {
        person: whom(member, t),
        before: changes?.login?.from === undefined ? undefined : code(changes.login.from),
      },
      fields: [action === "member_removed" ? undefined : roleField(membership ?? invitation, t)],
    };
  },
);

const REMOVED = { tone: "warning", icon: "👤" } as const;

/** What somebody may do in the organisation, where it is more than anybody. */
function roleField(known: { role?: string | undefined } | undefined, t: Translate) {
  const key = `role.${known?.role}`;
  return isMessageKey(key) ? { name: t("field.role"), value: [t(key)], inline: true } : undefined;
}

/** Somebody did it to somebody else; who joins or leaves by themselves is named once. */
function isByAnother(actor: Person | undefined, other: Person | undefined): boolean {
  return actor?.login !== undefined && actor.login !== other?.login;
}

export const orgBlock = simple(
  { blocked_user: person },
  { blocked: ["warning", "🚫"], unblocked: ["info", "🔓"] },
  ({ blocked_user: blocked }, { t }) => ({ slots: { person: whom(blocked, t) } }),
);

const BY_THEMSELVES = { added: "joined", removed: "left" } as const;

const WITH_ITS_TEAM = "where the team itself was deleted, which `team` tells";
const Membership = z.object({
  member: person,
  team: object({ name: line, html_url: link, deleted: flag }),
});

export const membership = formatter(Membership, {
  read: ({ team }) => ({ quiet: team?.deleted === true ? WITH_ITS_TEAM : undefined }),
  quiet: { "*": WITH_ITS_TEAM },
  tell: ({ member, team }, { action, around, t }) => ({
    tone: action === "removed" ? "warning" : "info",
    icon: "👥",
    variant: isByAnother(around.sender, member) ? action : lookup(BY_THEMSELVES, action),
    slots: { person: whom(member, t), team: named(team?.name, team?.html_url) },
  }),
});

const team = {
  team: object({ name: line, html_url: link, description: text, permission: line, privacy: line }),
};
const TEAM_CHANGES = [
  ["description", "described"],
  ["privacy", "privacy"],
] as const;

export const teams = simple(
  {
    ...team,
    repository: part({ permissions: Rights }),
    changes: part({
      name: part({ from: line }),
      description: z.unknown().optional(),
      privacy: z.unknown().optional(),
      repository: part({ permissions: part({ from: Rights }) }),
    }),
  },
  { deleted: ["warning", "👥"], removed_from_repository: ["warning", "👥"], "*": ["info", "👥"] },
  ({ team, repository, changes }, { action, t }) => {
    const before = strongestOf(changes.repository.permissions.from);
    const renamed = changes.name.from !== undefined;
    const rights = before !== undefined || action === "added_to_repository";
    const described = action === "created" || changes.description !== undefined;
    return {
      variant: renamed
        ? "renamed"
        : before === undefined
          ? changeOf(action, changes, TEAM_CHANGES)
          : "permissions",
      slots: {
        team: named(team?.name, action === "deleted" ? undefined : team?.html_url),
        before: named(changes.name.from),
      },
      body: described ? team?.description : undefined,
      fields: [
        rights ? permissionField(t, strongestOf(repository.permissions), before) : undefined,
        changes.privacy === undefined ? undefined : visibilityField(team?.privacy, t),
      ],
    };
  },
);

/** GitHub calls a team that everybody in the organisation may see closed. */
function visibilityField(privacy: string | undefined, t: Translate) {
  if (privacy !== "secret" && privacy !== "closed") return undefined;
  const value = [t(privacy === "secret" ? "visibility.team_secret" : "visibility.team_closed")];
  return { name: t("field.visibility"), value, inline: true };
}

export const teamAdd = simple(team, { "*": ["info", "👥"] }, ({ team }, { t }) => ({
  slots: { team: named(team?.name, team?.html_url) },
  fields: [permissionField(t, team?.permission)],
}));

const repositories = list(object({ full_name: line, name: line }));

export const installation = simple(
  { installation: object({ account, app_slug: line }), repositories },
  {
    created: ["success", "🔌"],
    deleted: ["failure", "🔌"],
    suspend: ["warning", "⏸️"],
    unsuspend: ["success", "▶️"],
    new_permissions_accepted: ["info", "🔐"],
  },
  ({ installation, repositories }, { action, around, t }) => ({
    slots: {
      account: accountOf(installation?.account, around.sender, t),
      app: named(installation?.app_slug) ?? t("word.the_app"),
    },
    fields: action === "created" ? [repositoriesField(repositories, t)] : [],
  }),
);

export const installationRepositories = simple(
  {
    installation: object({ account, app_slug: line }),
    repositories_added: repositories,
    repositories_removed: repositories,
  },
  { added: ["info", "🔌"], removed: ["warning", "🔌"] },
  (payload, { action, around, t }) => {
    const changed = action === "added" ? payload.repositories_added : payload.repositories_removed;
    return {
      slots: {
        account: accountOf(payload.installation?.account, around.sender, t),
        app: named(payload.installation?.app_slug) ?? t("word.the_app"),
        repos: t("count.repositories", { count: changed?.length ?? 0 }),
      },
      fields: [repositoriesField(changed, t)],
    };
  },
);

export const installationTarget = simple(
  { account, changes: object({ login: object({ from: line }), slug: object({ from: line }) }) },
  { "*": ["info", "✏️"] },
  ({ account, changes }) => ({
    slots: {
      account: accountSpan(account),
      before: named(changes?.login?.from ?? changes?.slug?.from),
    },
  }),
);

export const githubAppAuthorization = simple({}, { "*": ["warning", "🔓"] });

export const meta = simple({}, { "*": ["warning", "🔌"] });
