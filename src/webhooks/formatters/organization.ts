import { line, link, list, object, person, team as teamField, text } from "./fields.ts";
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
  ({ membership, invitation, user, changes }, { t }) => ({
    slots: {
      // An invitation's e-mail address is nobody else's business.
      person: whom(membership?.user ?? user ?? { login: invitation?.login }, t),
      before: changes?.login?.from === undefined ? undefined : code(changes.login.from),
    },
  }),
);

export const orgBlock = simple(
  { blocked_user: person },
  { blocked: ["warning", "🚫"], unblocked: ["info", "🚫"] },
  ({ blocked_user: blocked }, { t }) => ({ slots: { person: whom(blocked, t) } }),
);

export const membership = simple(
  { member: person, team: teamField },
  { added: ["info", "👥"], removed: ["warning", "👥"] },
  ({ member, team }, { t }) => ({
    slots: { person: whom(member, t), team: named(team?.name, team?.html_url) },
  }),
);

const team = { team: object({ name: line, html_url: link, description: text, permission: line }) };

export const teams = simple(
  team,
  { deleted: ["warning", "👥"], removed_from_repository: ["warning", "👥"], "*": ["info", "👥"] },
  ({ team }, { action }) => ({
    slots: { team: named(team?.name, action === "deleted" ? undefined : team?.html_url) },
    body: action === "created" ? team?.description : undefined,
  }),
);

export const teamAdd = simple(team, { "*": ["info", "👥"] }, ({ team }) => ({
  slots: { team: named(team?.name, team?.html_url) },
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
  { installation: object({ account }), repositories },
  {
    created: ["success", "🔌"],
    deleted: ["failure", "🔌"],
    suspend: ["warning", "⏸️"],
    unsuspend: ["success", "▶️"],
    new_permissions_accepted: ["info", "🔐"],
  },
  ({ installation, repositories }, { action, t }) => ({
    slots: { account: accountSpan(installation?.account) },
    fields: action === "created" ? [repositoriesField(repositories, t)] : [],
  }),
);

export const installationRepositories = simple(
  {
    installation: object({ account }),
    repositories_added: repositories,
    repositories_removed: repositories,
  },
  { added: ["info", "🔌"], removed: ["warning", "🔌"] },
  (payload, { action, t }) => {
    const changed = action === "added" ? payload.repositories_added : payload.repositories_removed;
    return {
      slots: {
        account: accountSpan(payload.installation?.account),
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
  { marketplace_purchase: object({ account, plan: object({ name: line }) }) },
  { purchased: ["success", "🛒"], cancelled: ["warning", "🛒"], "*": ["info", "🛒"] },
  ({ marketplace_purchase: purchase }) => ({
    slots: { account: accountSpan(purchase?.account), plan: named(purchase?.plan?.name) },
  }),
);

const SHOWN_MAX = 10;

function repositoriesField(
  known: readonly { full_name?: string | undefined; name?: string | undefined }[] | undefined,
  t: Parameters<typeof whom>[1],
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

function accountSpan(
  known:
    | {
        login?: string | undefined;
        name?: string | undefined;
        slug?: string | undefined;
        html_url?: string | undefined;
      }
    | undefined,
) {
  const name = known?.login ?? known?.name ?? known?.slug;
  return name === undefined ? undefined : linked(name, known?.html_url);
}

/** Sponsorships that the sponsor keeps private do not name the sponsor or the sum. */
export const sponsorship = simple(
  {
    sponsorship: object({
      privacy_level: line,
      sponsor: person,
      sponsorable: person,
      tier: object({ name: line }),
    }),
    changes: object({ tier: object({ from: object({ name: line }) }) }),
  },
  {
    created: ["success", "💖"],
    cancelled: ["neutral", "💔"],
    pending_cancellation: ["neutral", "💔"],
    "*": ["info", "💖"],
  },
  ({ sponsorship }, { t }) => {
    const open = sponsorship?.privacy_level?.toLowerCase() === "public";
    return {
      slots: {
        sponsor: open ? whom(sponsorship?.sponsor, t) : t("word.private_sponsor"),
        sponsored: whom(sponsorship?.sponsorable, t),
      },
      // The sender of a sponsorship is the sponsor.
      author: open ? undefined : { name: t("word.private_sponsor") },
      fields: [
        open && sponsorship?.tier?.name !== undefined
          ? { name: t("field.tier"), value: [sponsorship.tier.name], inline: true }
          : undefined,
      ],
    };
  },
);
