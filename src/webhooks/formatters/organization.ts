import type { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import type { Translate } from "../../i18n/translate.ts";
import {
  line,
  link,
  list,
  object,
  part,
  type Person,
  person,
  team as teamField,
  text,
} from "./fields.ts";
import { permissionField, Rights, strongestOf } from "./permission.ts";
import { code, joined, linked } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named, person as whom } from "./spans.ts";

/** People, teams and apps of an organisation. */
export const organization = simple(
  {
    membership: object({ user: person }),
    invitation: object({ login: line, email: line }),
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
    };
  },
);

const REMOVED = { tone: "warning", icon: "👤" } as const;

/** Somebody did it to somebody else; who joins or leaves by themselves is named once. */
function isByAnother(actor: Person | undefined, other: Person | undefined): boolean {
  return actor?.login !== undefined && actor.login !== other?.login;
}

export const orgBlock = simple(
  { blocked_user: person },
  { blocked: ["warning", "🚫"], unblocked: ["info", "🚫"] },
  ({ blocked_user: blocked }, { t }) => ({ slots: { person: whom(blocked, t) } }),
);

const BY_THEMSELVES = { added: "joined", removed: "left" } as const;

export const membership = simple(
  { member: person, team: teamField },
  { added: ["info", "👥"], removed: ["warning", "👥"] },
  ({ member, team }, { action, around, t }) => ({
    variant: isByAnother(around.sender, member) ? action : lookup(BY_THEMSELVES, action),
    slots: { person: whom(member, t), team: named(team?.name, team?.html_url) },
  }),
);

const team = { team: object({ name: line, html_url: link, description: text, permission: line }) };

export const teams = simple(
  {
    ...team,
    repository: part({ permissions: Rights }),
    changes: part({
      name: part({ from: line }),
      description: part({ from: text }),
      repository: part({ permissions: part({ from: Rights }) }),
    }),
  },
  { deleted: ["warning", "👥"], removed_from_repository: ["warning", "👥"], "*": ["info", "👥"] },
  ({ team, repository, changes }, { action, t }) => {
    const before = strongestOf(changes.repository.permissions.from);
    const renamed = changes.name.from !== undefined;
    const rights = before !== undefined || action === "added_to_repository";
    return {
      variant: action !== "edited" ? action : renamed ? "renamed" : before ? "permissions" : action,
      slots: {
        team: named(team?.name, action === "deleted" ? undefined : team?.html_url),
        before: named(changes.name.from),
      },
      body:
        action === "created" || changes.description.from !== undefined
          ? team?.description
          : undefined,
      fields: [
        rights ? permissionField(t, strongestOf(repository.permissions), before) : undefined,
      ],
    };
  },
);

export const teamAdd = simple(team, { "*": ["info", "👥"] }, ({ team }, { t }) => ({
  slots: { team: named(team?.name, team?.html_url) },
  fields: [permissionField(t, team?.permission)],
}));

export const personalAccessTokenRequest = simple(
  { personal_access_token_request: object({ owner: person, token_name: line }) },
  {
    created: ["warning", "🔑"],
    approved: ["success", "🔑"],
    denied: ["failure", "🔑"],
    cancelled: ["neutral", "🔑"],
  },
  ({ personal_access_token_request: request }, { t }) => ({
    slots: { person: whom(request?.owner, t) },
  }),
);

const account = object({ login: line, html_url: link, slug: line, name: line });
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

export const marketplacePurchase = simple(
  {
    marketplace_purchase: object({ account, plan: object({ name: line }) }),
    previous_marketplace_purchase: part({ plan: part({ name: line }) }),
  },
  { purchased: ["success", "🛒"], cancelled: ["warning", "🛒"], "*": ["info", "🛒"] },
  ({ marketplace_purchase: purchase, previous_marketplace_purchase: previous }, { action, t }) => ({
    slots: { account: accountSpan(purchase?.account), plan: named(purchase?.plan?.name) },
    fields: [
      (action === "changed" || action === "pending_change") && previous.plan.name !== undefined
        ? { name: t("field.before"), value: [previous.plan.name], inline: true }
        : undefined,
    ],
  }),
);

const SHOWN_MAX = 10;

function repositoriesField(
  known: readonly { full_name?: string | undefined; name?: string | undefined }[] | undefined,
  t: Translate,
) {
  const all = (known ?? []).flatMap(({ full_name, name }) => full_name ?? name ?? []);
  if (all.length === 0) return undefined;
  const more = all.length - SHOWN_MAX;
  const shown = all.slice(0, SHOWN_MAX);
  return {
    name: t("field.repositories"),
    value: joined(more > 0 ? [...shown, t("word.more", { count: more })] : shown, t),
  };
}

type Account = z.infer<typeof account>;

/** Whose it is: mostly the actor's own. */
function accountOf(known: Account, actor: Person | undefined, t: Translate) {
  const own = known?.login !== undefined && known.login === actor?.login;
  return own ? t("word.own_account") : accountSpan(known);
}

function accountSpan(known: Account) {
  const name = known?.login ?? known?.name ?? known?.slug;
  return name === undefined ? undefined : linked(name, known?.html_url);
}
