import type { EventFacts } from "../../domain/event-facts.ts";
import type { FilterType } from "../../domain/filter.ts";

/** How much of one text equality, globs and keywords read, in UTF-16 units. */
const MAX_TEXT_LENGTH = 8_192;
/** How much of all texts, and of all paths, of one event is read: a push may list a million files. */
const MAX_TOTAL_LENGTH = 131_072;

/** An event's values for each kind of filter, in lower case; none where the event lacks the property. */
export type Values = Readonly<Record<FilterType, readonly string[]>> & {
  readonly repoId?: string;
  readonly isPrivate: boolean;
};

/** Prepared once for an event, whatever the number of rules; the long lists only when a rule asks. */
export function valuesOf(facts: EventFacts): Values {
  const { repo, draft } = facts;
  let texts: readonly string[] | undefined;
  let paths: readonly string[] | undefined;
  return {
    event: eventNames(facts),
    action: lowered([facts.action]),
    repo: lowered([repo?.fullName]),
    actor: lowered([facts.actor]),
    branch: lowered([facts.branch]),
    base: lowered([facts.base]),
    conclusion: lowered([facts.conclusion]),
    draft: draft === undefined ? [] : [String(draft)],
    label: lowered(facts.labels ?? []),
    get path() {
      return (paths ??= lowered(facts.paths ?? []));
    },
    get keyword() {
      return (texts ??= lowered(facts.texts));
    },
    isPrivate: repo?.isPrivate === true,
    ...(repo?.id === undefined ? {} : { repoId: repo.id }),
  };
}

/** `pull_request` and `pull_request.opened`; where there is no action, the kind of ref: `push.tag`. */
function eventNames({ event, action, refType }: EventFacts): readonly string[] {
  const finer = action ?? refType;
  return lowered([event, finer === undefined ? undefined : `${event}.${finer}`]);
}

function lowered(texts: readonly (string | undefined)[]): readonly string[] {
  const values: string[] = [];
  let total = 0;
  for (const text of texts) {
    if (text === undefined) continue;
    if (total > MAX_TOTAL_LENGTH) break;
    const value = text.slice(0, MAX_TEXT_LENGTH).toLowerCase();
    values.push(value);
    total += value.length;
  }
  return values;
}
