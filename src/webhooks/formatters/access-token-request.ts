import { z } from "zod";
import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import { forgeHost } from "./facets.ts";
import { count, line, list, object, oneLine, part, person, time } from "./fields.ts";
import type { Scene } from "./formatter.ts";
import { permissionWord } from "./permission.ts";
import { repositoriesField } from "./repositories-field.ts";
import { joined } from "./sentence.ts";
import { shown } from "./severity.ts";
import { simple } from "./simple.ts";
import { person as whom } from "./spans.ts";

/** `contents: write` by name of the right. */
const Rights = z.record(z.string(), line).catch({});
const Request = part({
  owner: person,
  token_name: line,
  token_expires_at: time,
  repository_selection: line,
  repository_count: count,
  repositories: list(object({ full_name: line, name: line })),
  permissions_result: part({ organization: Rights, repository: Rights, other: Rights }),
});
type Request = z.infer<typeof Request>;

const RIGHTS_MAX = 8;

/** Somebody wants to reach an organisation's repositories with a token of their own. */
export const personalAccessTokenRequest = simple(
  { personal_access_token_request: Request },
  {
    created: ["warning", "🔑"],
    approved: ["success", "🔑"],
    denied: ["failure", "🔑"],
    cancelled: ["neutral", "🔑"],
  },
  ({ personal_access_token_request: request }, { action, t, around }) => ({
    slots: { person: whom(request.owner, t) },
    url: action === "created" ? requestsOf(around) : undefined,
    fields: action === "created" || action === "approved" ? askedFor(request, t) : [],
  }),
);

/** What whoever decides has to know. */
function askedFor(request: Request, t: Translate): (Field | undefined)[] {
  const { organization, repository, other } = request.permissions_result;
  const rights = Object.entries({ ...organization, ...repository, ...other }).flatMap(
    ([name, right]) => (right === undefined ? [] : [rightOf(name, right, t)]),
  );
  const more = rights.length - RIGHTS_MAX;
  const named = [
    ...rights.slice(0, RIGHTS_MAX),
    ...(more > 0 ? [t("word.more", { count: more })] : []),
  ];
  const at = request.token_expires_at;
  return [
    shown(t("field.token"), request.token_name),
    request.repository_selection === "all"
      ? shown(t("field.repositories"), t("word.all_repositories"))
      : repositoriesField(request.repositories, t),
    named.length === 0 ? undefined : { name: t("field.permission"), value: joined(named, t) },
    at === undefined
      ? undefined
      : { name: t("field.expires"), value: [{ at, style: "date" }], inline: true },
  ];
}

function rightOf(name: string, right: string, t: Translate): string {
  const said = oneLine(name.replaceAll("_", " ")) ?? t("word.untitled");
  return said + t("word.colon") + permissionWord(right, t);
}

/** Where it is decided; only owners see it. */
function requestsOf(around: Scene["around"]): string | undefined {
  const [host, owner] = [forgeHost({ around }), around.organization?.login];
  if (host === undefined || owner === undefined) return undefined;
  return `https://${host}/organizations/${owner}/settings/personal-access-token-requests`;
}
