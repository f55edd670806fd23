import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { deliveryPruneRules } from "./deliveries-prune.ts";
import { DAY_MS, dayOf } from "./delivery-state.ts";

const NOW = 1_800_000_000_123;
const { DB: db } = testEnv;

async function prune(limit = 100): Promise<void> {
  const rules = deliveryPruneRules({ db, now: () => NOW, sendLogRetentionDays: 30 });
  await db.batch(rules.map((rule) => rule.statement(limit)));
}

async function fill(sql: string, ages: readonly number[]): Promise<void> {
  const statement = db.prepare(sql);
  const rows = ages.map((age, index) => ({ id: `k${index}`, at: NOW - age }));
  await db.batch(rows.map(({ id, at }) => statement.bind(id, at, dayOf(at))));
}

const left = async (sql: string) => (await db.prepare(sql).all()).results.length;

it.each([
  [
    "delivery states",
    7,
    "INSERT INTO delivery_state (key, status, updated_at, claimed_day) VALUES (?1, 'delivered', ?2, ?3)",
    "SELECT 1 FROM delivery_state",
  ],
  [
    "message tracking",
    30,
    "INSERT INTO message_tracking (event_id, target_id, updated_at, updated_day) VALUES (?1, 't', ?2, ?3)",
    "SELECT 1 FROM message_tracking",
  ],
  [
    "subjects",
    30,
    `INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day)
     VALUES (?1, 'g', 'issue', '{}', 1, ?2, ?3)`,
    "SELECT 1 FROM subjects",
  ],
  [
    "illnesses",
    30,
    `INSERT INTO target_health (target_id, group_id, status, reason, since, told_at, check_at)
     VALUES (?1, 'g', 'ill', ?3, 0, 0, ?2)`,
    "SELECT 1 FROM target_health",
  ],
  [
    "send logs",
    30,
    "INSERT INTO send_logs (route_id, ts, attempts) VALUES (?1, ?2, ?3)",
    "SELECT 1 FROM send_logs",
  ],
])("prunes %s older than %i days, to the millisecond", async (_name, days, insert, select) => {
  const limit = days * DAY_MS;
  // The send log is pruned in the order it was written.
  await fill(insert, [limit + 1, limit, limit - 1]);

  await prune();

  expect(await left(select)).toBe(2);
});

it("forgets at their time, not before, what can no longer be replayed and what no longer pauses", async () => {
  await fill("INSERT INTO pauses (place, until, reason) VALUES (?1, ?2, ?3)", [1, 0, -1]);
  await fill(
    `INSERT INTO outbox (id, kind, content, log, attempts, next_at, status, reason, created_at, updated_at)
     VALUES (?1, 'post', '{}', '{}', 1, ?2, 'dead', '', ?3, 0)`,
    [1, 0, -1],
  );
  await db.prepare("INSERT INTO outbox_deliveries VALUES ('d', 'k0'), ('d', 'k2')").run();

  await prune();

  expect((await db.prepare("SELECT place FROM pauses").raw()).flat()).toEqual(["k2"]);
  expect((await db.prepare("SELECT id FROM outbox").raw()).flat()).toEqual(["k2"]);
  expect((await db.prepare("SELECT outbox_id FROM outbox_deliveries").raw()).flat()).toEqual([
    "k2",
  ]);
});

it("keeps what is still to be shown, however old", async () => {
  await fill(
    `INSERT INTO outbox (id, kind, content, log, attempts, next_at, status, reason, created_at, updated_at)
     VALUES (?1, 'post', '{}', '{}', 1, ?2, 'due', '', ?3, 0)`,
    [90 * DAY_MS],
  );
  await prune();
  expect(await left("SELECT 1 FROM outbox")).toBe(1);
});

it("keeps a subject as long as a message of it is tracked", async () => {
  const old = NOW - 31 * DAY_MS;
  await db.batch([
    db
      .prepare(
        `INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day)
         VALUES ('s', 'g', 'issue', '{}', 9, ?1, ?2)`,
      )
      .bind(old, dayOf(old)),
    db
      .prepare(
        `INSERT INTO message_tracking (event_id, target_id, subject_key, group_id, updated_at, updated_day)
         VALUES ('g:r:s', 't', 's', 'g', ?1, ?2)`,
      )
      .bind(NOW, dayOf(NOW)),
  ]);

  await prune();

  expect(await left("SELECT 1 FROM subjects")).toBe(1);
});

it("deletes at most so many rows at once", async () => {
  const insert =
    "INSERT INTO delivery_state (key, status, updated_at, claimed_day) VALUES (?1, 'delivered', ?2, ?3)";
  await fill(
    insert,
    Array.from({ length: 5 }, () => 8 * DAY_MS),
  );

  await prune(2);

  expect(await left("SELECT 1 FROM delivery_state")).toBe(3);
});
