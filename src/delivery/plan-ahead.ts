import type { Configuration, Matches } from "../domain/matching.ts";
import { tellersOf } from "../domain/subject.ts";
import { describeError } from "../observability/log.ts";
import type { Opened, Opening } from "../storage/deliveries-ledger.ts";
import type { Run } from "./deps.ts";
import { foldsOf } from "./fold-and-lease.ts";
import { type Plan, planEvent } from "./plan.ts";
import type { ReadEvent } from "./read-event.ts";
import { peopleOf, thingOf } from "./slip.ts";

/** A plan that was made before D1 was asked, so that reading and leasing share a round trip. */
export interface PlanAhead {
  matches: Matches;
  plan: Plan;
  lease: NonNullable<Opening["ahead"]>;
  /** Since when its leases may be held. */
  at: number;
}

type Known = Pick<Opened, "cards" | "subjects">;

const NOTHING_KNOWN: Known = { cards: [], subjects: [] };

/** Actions that are mostly the first that is heard of a subject. */
const BEGINNINGS: readonly (string | undefined)[] = ["opened", "created", "published", "requested"];

/**
 * The plan of an event that is only posted, or is likely the first of its subject, from the
 * isolate's copy of the configuration. D1 leases and stores by it only if the copy is current and
 * nothing else is known that would change it. Undefined where D1 has to be asked first: other news
 * is folded into what is stored.
 */
export function planAhead(run: Run, read: ReadEvent): PlanAhead | undefined {
  const configuration = run.configurations.copy();
  if (configuration === undefined || read.row !== undefined) return undefined;
  if (!isOnlyPosted(read) && !isBeginning(read)) return undefined;
  const matches = matchesOf(run, read, configuration);
  const plan = planned(run, read, NOTHING_KNOWN, matches);
  if (typeof plan === "string") return undefined;
  const slips = plan.lines.flat();
  const canAllBeCalled = slips.every(({ target }) => run.adapters[target.platform] !== undefined);
  if (slips.length === 0 || !canAllBeCalled) return undefined;
  return {
    matches,
    plan,
    lease: {
      holder: crypto.randomUUID(),
      things: slips.map(thingOf),
      revision: configuration.revision,
      stateKey: read.stateKey,
      subjectKeys: read.reading.news.map(({ subject }) => subject.key),
      people: peopleOf(slips),
      folds: foldsOf(plan.folds, []),
    },
    at: run.now(),
  };
}

/** It is news of one subject, of which nothing may be known yet. */
function isBeginning({ event, reading }: ReadEvent): boolean {
  const subjects = reading.news.filter(({ index }) => index === undefined);
  return subjects.length === 1 && BEGINNINGS.includes(event.action);
}

/** It asks at most whether it is told elsewhere, and has nothing to store. */
function isOnlyPosted({ reading }: ReadEvent): boolean {
  return reading.news.every(
    ({ index, facets }) => index !== undefined && Object.keys(facets).length === 0,
  );
}

export function matchesOf(run: Run, read: ReadEvent, configuration: Configuration): Matches {
  const { endpoint, provider } = read.job.envelope;
  return run.match(configuration, { endpoint, provider }, read.reading.facts);
}

/** The plan, or why the event cannot be told at all. */
export function planned(
  run: Run,
  { event, reading, stateKey }: ReadEvent,
  { cards, subjects }: Known,
  { wanted }: Matches,
): Plan | string {
  try {
    return planEvent(wanted, {
      event,
      reading,
      stateKey,
      presenter: run.presenter,
      voiceOf: run.voiceOf,
      hasCard: (groupId, subjectKey, target) =>
        cards.some(
          (card) =>
            card.groupId === groupId && card.subjectKey === subjectKey && card.targetId === target,
        ),
      tellersOf: (groupId, { subject, index }) =>
        subjects
          .filter((row) => row.groupId === groupId && row.subjectKey === subject.key)
          .flatMap(({ state }) => tellersOf(state, index)),
    });
  } catch (error) {
    return `render_failed: ${describeError(error)}`;
  }
}
