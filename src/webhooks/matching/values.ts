import type { EventFacts } from "../../domain/event-facts.ts";
import type { FilterType } from "../../domain/filter.ts";

/** How much of one text equality, globs and keywords read, in UTF-16 units. */
const MAX_TEXT_LENGTH = 8_192;

/** An event's values for each kind of filter, in lower case; none where the event lacks the property. */
export type Values = Readonly<Record<FilterType, readonly string[]>> & { repoId?: string };

/** Prepared once for an event, whatever the number of rules. */
export function valuesOf(facts: EventFacts): Values {
  const { repo, draft } = facts;
  return {
    event: eventNames(facts),
    action: lowered(facts.action),
    repo: lowered(repo?.fullName),
    actor: lowered(facts.actor),
    branch: lowered(facts.branch),
    base: lowered(facts.base),
    conclusion: lowered(facts.conclusion),
    draft: draft === undefined ? [] : [String(draft)],
    label: lowered(...(facts.labels ?? [])),
    path: lowered(...(facts.paths ?? [])),
    keyword: lowered(...facts.texts),
    ...(repo?.id === undefined ? {} : { repoId: repo.id }),
  };
}

/** `pull_request` and `pull_request.opened`; where there is no action, the kind of ref: `push.tag`. */
function eventNames({ event, action, refType }: EventFacts): readonly string[] {
  const finer = action ?? refType;
  return finer === undefined ? lowered(event) : lowered(event, `${event}.${finer}`);
}

function lowered(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.flatMap((text) =>
    text === undefined ? [] : [text.slice(0, MAX_TEXT_LENGTH).toLowerCase()],
  );
}
