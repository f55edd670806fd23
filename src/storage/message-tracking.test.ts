import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { leaseStatement, moveTrackedChat } from "./message-tracking.ts";

it("moves a chat's messages to its new id, and leaves none behind where that id has them already", async () => {
  const db = testEnv.DB;
  const thing = (chatId: string, subjectKey: string) => ({
    eventId: `g:r:${subjectKey}`,
    target: { platform: "telegram" as const, chatId },
    groupId: "g",
    routeId: "r",
    subjectKey,
    held: true,
  });
  const things = [thing("-1", "a"), thing("-1", "b"), thing("-1001", "b"), thing("-12", "a")];
  await db.batch([leaseStatement(db, things, "somebody", 1_000)]);

  await db.batch(moveTrackedChat(db, "-1", "-1001"));

  const rows = await db
    .prepare(
      "SELECT subject_key, target_id, lease_until FROM message_tracking ORDER BY target_id, subject_key",
    )
    .all();
  expect(rows.results).toEqual([
    // What was being shown there is still owed: the scheduled task finds it by its lease.
    { subject_key: "a", target_id: "telegram:-1001", lease_until: 1 },
    { subject_key: "b", target_id: "telegram:-1001", lease_until: 61_000 },
    { subject_key: "a", target_id: "telegram:-12", lease_until: 61_000 },
  ]);
});
