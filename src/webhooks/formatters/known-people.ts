import type { Json } from "../../domain/json.ts";
import type { Notification } from "../../domain/notification.ts";
import type { SubjectNews, SubjectState } from "../../domain/subject.ts";
import { withPeople } from "../../domain/text/people.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import { isJsonList, isJsonObject } from "../read-json.ts";

/** Numeric GitHub ids by login: logins are shown, but people are their ids. */
type Ids = ReadonlyMap<string, string>;

/** The facet that is looked up together with its subject: `storage/chat-people.ts`. */
const PEOPLE = "people";
/** An assignee of a pull request is so deep; owners of a fork's repository are deeper. */
const DEPTH_MAX = 3;
/** Lists that are longer are no lists of people. */
const LIST_MAX = 100;

/** The people of a payload. Ids of another forge would be somebody else's on GitHub. */
export function idsOfPayload({ provider, payload }: WebhookEvent): Ids {
  const ids = new Map<string, string>();
  if (provider === "github") collect(payload, ids, DEPTH_MAX);
  return ids;
}

function collect(value: Json, ids: Map<string, string>, depth: number): void {
  if (isJsonList(value)) {
    if (depth > 0 && value.length <= LIST_MAX)
      for (const item of value) collect(item, ids, depth - 1);
    return;
  }
  if (!isJsonObject(value)) return;
  const { login, id } = value;
  if (typeof login === "string" && typeof id === "number") return void ids.set(login, String(id));
  if (depth > 0) for (const inner of Object.values(value)) collect(inner, ids, depth - 1);
}

/** The news with the ids of those whom it names, so that its subject's card can tell who they are. */
export function withIds(news: SubjectNews, ids: Ids): SubjectNews {
  if (news.index !== undefined || ids.size === 0) return news;
  const text = JSON.stringify(news.facets);
  // A value of its own, or the end of a facet's name: `verdict:{login}`.
  const named = [...ids].filter(
    ([login]) => text.includes(`"${login}"`) || text.includes(`:${login}"`),
  );
  if (named.length === 0) return news;
  const known = { kind: "set", version: [0, 0, 0], members: Object.fromEntries(named) } as const;
  return { ...news, facets: { ...news.facets, [PEOPLE]: known } };
}

export function idsOfState(state: SubjectState): Ids {
  const known = Object.hasOwn(state, PEOPLE) ? state[PEOPLE] : undefined;
  if (known?.kind !== "set") return new Map();
  const ids = Object.entries(known.members);
  return new Map(ids.filter((one): one is [string, string] => typeof one[1] === "string"));
}

/** The notification with the id of everybody whose is known. */
export function identified(notification: Notification, ids: Ids): Notification {
  if (ids.size === 0) return notification;
  return withPeople(notification, (span) => {
    const id = ids.get(span.person);
    return id === undefined ? span : { ...span, id };
  });
}
