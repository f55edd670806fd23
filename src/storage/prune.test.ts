import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1 } from "../../tests/support/faulty-bindings.ts";
import { createPrune, type PruneRule, pruneRules, rowsOfARun } from "./prune.ts";

const { DB } = testEnv;
const NOW = 10_000 * 86_400_000;
const DAY = 86_400_000;
const HOUR = 3_600_000;

const prune = (db = DB, more: { rows?: number; statements?: number } = {}) =>
  createPrune({ rules: pruneRules({ db, now: () => NOW, auditRetentionDays: 90 }), ...more });

const left = async (sql: string) => (await DB.prepare(sql).raw()).map(([value]) => value);

it("keeps everything at the boundary and deletes it a millisecond later", async () => {
  const ages = [-1, 0, 1];
  for (const age of ages) {
    await DB.batch([
      DB.prepare("INSERT INTO dedup_keys (key, claimed_at, expires_at) VALUES (?1, 0, ?2)").bind(
        `${age}`,
        NOW - age,
      ),
      DB.prepare("INSERT INTO audit_logs (ts, action) VALUES (?1, ?2)").bind(
        NOW - 90 * DAY - age,
        `${age}`,
      ),
      DB.prepare(
        "INSERT INTO pending_links VALUES ('discord', ?1, ?1, '1', 'l', NULL, '', 0, ?2)",
      ).bind(`${age}`, NOW - HOUR - age),
      DB.prepare("INSERT INTO pending_uses VALUES (?1, 'discord', '1', '1', '{}', ?2)").bind(
        `${age}`,
        NOW - age,
      ),
      DB.prepare(
        "INSERT INTO account_tokens (user_id, version, updated_at) VALUES (?1, 1, ?2)",
      ).bind(`${age}`, NOW - DAY - age),
      DB.prepare(
        "INSERT INTO account_tokens (user_id, access_token, version, updated_at) VALUES (?1, 'x', 1, 0)",
      ).bind(`held ${age}`),
    ]);
  }

  const { deleted, finished } = await prune().run();
  expect(deleted).toMatchObject({
    dedup_keys: 1,
    audit_logs: 1,
    pending_links: 1,
    pending_uses: 2,
    account_tokens: 1,
  });
  expect(finished).toBe(true);
  expect(await left("SELECT key FROM dedup_keys ORDER BY expires_at")).toEqual(["0", "-1"]);
  expect(await left("SELECT id FROM pending_uses")).toEqual(["-1"]);
  expect(await left("SELECT action FROM audit_logs ORDER BY ts")).toEqual(["0", "-1"]);
  expect(await left("SELECT chat_user_id FROM pending_links ORDER BY expires_at")).toEqual([
    "0",
    "-1",
  ]);
  expect(
    await left("SELECT user_id FROM account_tokens WHERE access_token IS NULL ORDER BY updated_at"),
  ).toEqual(["0", "-1"]);
  expect(await left("SELECT count(*) FROM account_tokens")).toEqual([5]);
});

describe("a backlog of 100,000 rows", () => {
  it("is worked off over several runs, each within an invocation's limits", async () => {
    const many = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => n));
    for (let n = 0; n < 10; n++) {
      await DB.prepare(
        "INSERT INTO dedup_keys (key, claimed_at, expires_at) SELECT ?2 || value, 0, value FROM json_each(?1)",
      )
        .bind(many, `${n}:`)
        .run();
    }
    await DB.prepare("INSERT INTO audit_logs (ts, action) VALUES (1, 'old')").run();
    const { db, counts, reset } = countingD1(DB);

    const first = await prune(db).run();
    expect(first.deleted).toMatchObject({ audit_logs: 1 });
    let runs = 1;
    for (let finished = first.finished; !finished; runs++) {
      reset();
      ({ finished } = await prune(db).run());
      expect(counts.statements).toBeLessThanOrEqual(20);
      expect(counts.rowsWritten).toBeLessThanOrEqual(4_000);
      // By index: it reads what it deletes, not the table.
      expect(counts.rowsRead).toBeLessThan(20_000);
    }
    expect(runs).toBeGreaterThan(10);
    expect(await left("SELECT count(*) FROM dedup_keys")).toEqual([0]);
  }, 60_000);
});

it("writes no more than a fifth of the Free plan's rows a day, unless more comes in", async () => {
  const runs = 24 * 12;
  expect((await rowsOfARun(DB)) * runs).toBeLessThan(20_500);

  const many = JSON.stringify(Array.from({ length: 2_000 }, (_, n) => n));
  const insert = (sql: string) => DB.prepare(`${sql} FROM json_each(?1)`).bind(many);
  await DB.batch([
    insert("INSERT INTO dedup_keys (key, claimed_at, expires_at) SELECT value, 0, value"),
    insert("INSERT INTO audit_logs (ts, action) SELECT value, 'old'"),
  ]);
  const { db, counts } = countingD1(DB);
  const { deleted } = await prune(db, { rows: 70 }).run();
  expect(counts.rowsWritten).toBeLessThan(90);
  expect(deleted["dedup_keys"]).toBeGreaterThan(5);
  expect(deleted["audit_logs"]).toBeGreaterThan(5);

  await DB.prepare("INSERT INTO send_logs (id, ts) VALUES (1, ?1), (3000001, ?2)")
    .bind(NOW - 30 * DAY, NOW)
    .run();
  expect(await rowsOfARun(DB)).toBeGreaterThan((100_000 * 6) / runs);
});

it("prunes the other tables when one cannot be pruned", async () => {
  await DB.prepare("INSERT INTO dedup_keys (key, claimed_at, expires_at) VALUES ('a', 0, 1)").run();
  const broken: PruneRule = { name: "x", statement: () => DB.prepare("DELETE FROM nowhere") };
  const rules = [broken, ...pruneRules({ db: DB, now: () => NOW })];

  expect((await createPrune({ rules }).run()).deleted).toMatchObject({ x: 0, dedup_keys: 1 });
});
