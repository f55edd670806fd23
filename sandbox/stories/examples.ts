import definitions from "@octokit/webhooks-examples" with { type: "json" };
import { z } from "zod";
import type { JsonObject } from "../../src/domain/json.ts";

/** A payload that a forge really sent once. */
export interface Example {
  /** `pull_request/opened/2`, stable as long as the package is. */
  id: string;
  event: string;
  action?: string;
  payload: JsonObject;
}

const Definitions = z.array(
  z.object({
    name: z.string(),
    examples: z.array(z.record(z.string(), z.json())),
  }),
);

/** All payloads of `@octokit/webhooks-examples`, event by event. */
export const examples: readonly Example[] = Definitions.parse(definitions).flatMap(
  ({ name, examples: payloads }) => payloads.map((payload, index) => example(name, payload, index)),
);

/** The names of all events there are examples of. */
export const exampleEvents: readonly string[] = [...new Set(examples.map(({ event }) => event))];

/** The first example of an event, of this action if one is named. */
export function findExample(event: string, action?: string): Example {
  const found = examples.find(
    (example) => example.event === event && (action === undefined || example.action === action),
  );
  if (found === undefined) throw new Error(`No example of ${event} ${action ?? ""}`);
  return found;
}

function example(event: string, payload: JsonObject, index: number): Example {
  const { action } = payload;
  return typeof action === "string"
    ? { id: `${event}/${action}/${index}`, event, action, payload }
    : { id: `${event}/${index}`, event, payload };
}
