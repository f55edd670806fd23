import type { Filter } from "../../domain/filter.ts";
import { KNOWN_ACTIONS } from "./known-actions.ts";
import { compilePattern, type RuleProblem } from "./patterns.ts";

/** In the place of an action, what kind of ref it is about. */
const WITH_REFS = ["push", "create", "delete"];
const REFS = ["branch", "tag"];
/** Its actions are whatever its sender says. */
const FREE = "repository_dispatch";

interface Kind {
  event: string;
  action?: string;
  /** As filters of events name it. */
  names: readonly string[];
}

/** An action that is asked of events that do not have it, such as `merged` of any. */
export function unknownActions(required: readonly Filter[]): readonly RuleProblem[] {
  const events = required.filter(({ type }) => type === "event").map(askedBy);
  const actions = required.filter(({ type }) => type === "action").map(askedBy);
  const asked = [...actions, ...events].find(({ action }) => action !== undefined);
  if (asked?.action === undefined) return [];
  const kinds = knownKinds();
  const isFree = ({ patterns }: Asked): boolean => patterns.some((one) => one.startsWith(FREE));
  if (events.some((one) => isFree(one) || isNew(one, kinds))) return [];
  const isPossible = ({ names, action }: Kind): boolean =>
    events.every(({ test }) => test(names)) &&
    actions.every(({ test }) => action !== undefined && test([action]));
  if (kinds.some(isPossible)) return [];
  const key = asked.action === "merged" ? "rule.no_action_merged" : "rule.no_action";
  return [{ key, params: { action: asked.action } }];
}

interface Asked {
  patterns: readonly string[];
  /** Whether one of its patterns fits one of these. */
  test: (texts: readonly string[]) => boolean;
  /** The first action that it names, where it names nothing else. */
  action: string | undefined;
}

function askedBy({ type, match }: Filter): Asked {
  const patterns = typeof match === "string" ? [match] : match;
  const named = patterns.map((pattern) =>
    type === "action" ? pattern : /^[^.]*\.(.+)$/.exec(pattern)?.[1],
  );
  const action = named.includes(undefined) ? undefined : named[0]?.toLowerCase();
  return { patterns, test: testOf(patterns), action };
}

function testOf(patterns: readonly string[]): Asked["test"] {
  const tests = patterns.flatMap((pattern) => {
    const compiled = compilePattern(pattern, "whole");
    return "problem" in compiled ? [] : [compiled.test];
  });
  return (texts) => texts.some((text) => tests.some((test) => test(text)));
}

/** What GitHub does not describe may have any action: an event that is new, or another sender's. */
function isNew({ patterns }: Asked, kinds: readonly Kind[]): boolean {
  return patterns.some((pattern) => {
    const [event = ""] = pattern.toLowerCase().split(".");
    const test = testOf([pattern]);
    return !kinds.some((kind) => kind.event === event || test(kind.names));
  });
}

function knownKinds(): readonly Kind[] {
  return KNOWN_ACTIONS.flatMap((line): Kind[] => {
    const [event = "", ...actions] = line.split(" ");
    if (WITH_REFS.includes(event)) {
      return REFS.map((ref) => ({ event, names: [event, `${event}.${ref}`] }));
    }
    if (actions.length === 0) return [{ event, names: [event] }];
    return actions.map((action) => ({ event, action, names: [event, `${event}.${action}`] }));
  });
}
