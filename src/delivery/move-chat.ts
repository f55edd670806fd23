import type { Dispatch } from "./dispatch-context.ts";
import { type Slip, thingOf } from "./slip.ts";

/** Everything stored moves to the chat's new id; then the slip's lease is tried anew there. */
export async function movedTo(
  context: Dispatch,
  slip: Slip,
  newId: string,
): Promise<{ context: Dispatch; slip: Slip }> {
  const { run, holder } = context;
  if (slip.target.platform !== "telegram") throw new Error("only Telegram's chats move");
  const oldId = slip.target.chatId;
  // First what was shown, then the configuration: an event that finds its targets under the new id
  // finds there, too, what it has shown already.
  await run.ledger.moveChat(oldId, newId);
  await run.moveChat(oldId, newId);
  const moved: Slip = { ...slip, target: { ...slip.target, chatId: newId } };
  const things = [{ ...thingOf(moved), held: true }];
  const leasedAt = run.now();
  const leased = await run.ledger.lease({ holder, folds: [], things, peeks: [] });
  return { context: { ...context, leased, leasedAt }, slip: moved };
}
