import type { Configuration, Wanted } from "../domain/matching.ts";
import type { Target } from "../domain/target.ts";
import { targetId } from "../domain/target.ts";
import type { Opened } from "../storage/deliveries-ledger.ts";
import type { TrackedThing } from "../storage/message-tracking.ts";
import { isEventRowId } from "../storage/outbox-rows.ts";
import type { Run } from "./deps.ts";
import { postEventId } from "./plan.ts";
import type { ReadEvent } from "./read-event.ts";

/**
 * A delivery that was begun before goes on as it was begun: what a target was shown, or is still owed,
 * goes by the route that wanted it then, whichever comes first now.
 */
export async function asBegun(
  run: Run,
  { event, stateKey }: ReadEvent,
  { waiting }: Pick<Opened, "waiting">,
  configuration: Configuration,
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> {
  const isBegun = waiting.some(
    ({ deliveryKey, id }) => deliveryKey === stateKey && !isEventRowId(id),
  );
  if (!isBegun) return wanted;
  const begun = await run.ledger.tracked(
    wanted.flatMap((one) => possibleThings(configuration, one, event.deliveryId)),
  );
  return wanted.map((one) => {
    const { group, route, target } = one;
    const rows = begun.filter(
      (row) => row.groupId === group.id && row.targetId === targetId(target),
    );
    const row = rows.find(({ messageId }) => messageId !== undefined) ?? rows[0];
    return row === undefined ? one : { ...one, route: { ...route, id: row.routeId } };
  });
}

/** The event in this target, by each route that leads there. */
function possibleThings(
  configuration: Configuration,
  { group, target }: Wanted,
  deliveryId: string,
): TrackedThing[] {
  const leadsThere = (one: Target) => targetId(one) === targetId(target);
  return configuration
    .routes(group.id)
    .filter(({ targets }) => targets.some(leadsThere))
    .map(({ id }) => ({
      eventId: postEventId(group.id, id, deliveryId),
      target,
      groupId: group.id,
      routeId: id,
    }));
}
