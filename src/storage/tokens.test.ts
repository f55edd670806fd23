import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import {
  countingD1,
  failingD1,
  failingKv,
  forgetfulD1,
  quotaKv,
  staleKv,
} from "../../tests/support/faulty-bindings.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createEncryption } from "./encryption.ts";
import { sha256Hex } from "./hash.ts";
import { createAccountTokens, type NewTokenPair } from "./tokens.ts";

const { DB, KV } = testEnv;
const KEY = "k".repeat(32);
const HOUR = 3_600_000;
const SIX_MONTHS = 15_897_600_000;

/** One isolate's tokens. */
function isolate({ db = DB, kv = KV, key = KEY, previous = "", at = Date.now() } = {}) {
  const encryption = createEncryption({ key, previous });
  if (encryption === undefined) throw new Error("no key");
  const now = () => at;
  const gate = createD1Gate({ db, now });
  const sleep = (ms: number) => scheduler.wait(ms / 100);
  return createAccountTokens({ db, kv, gate, encryption, now, sleep });
}

function pair(n: number, at = Date.now()): NewTokenPair {
  return {
    accessToken: `ghu_${n}`,
    expiresAt: at + 8 * HOUR,
    refreshToken: `ghr_${n}`,
    refreshExpiresAt: at + SIX_MONTHS,
  };
}

/** GitHub: knows one refresh token at a time and gives the next pair for it. */
function github(first = 1) {
  let current = first;
  const asked: string[] = [];
  const exchange = async (refreshToken: string, at = Date.now()) => {
    asked.push(refreshToken);
    await scheduler.wait(20);
    if (refreshToken !== `ghr_${current}`) return "refused" as const;
    current += 1;
    return pair(current, at);
  };
  return { asked, exchange };
}

const expired = (): NewTokenPair => ({ ...pair(1), expiresAt: Date.now() - 1 });
const access = (found: unknown) => (found as { accessToken?: string } | undefined)?.accessToken;
const ttl = async (prefix: string) =>
  ((await KV.list({ prefix })).keys[0]?.expiration ?? 0) - Math.floor(Date.now() / 1000);

describe("what is stored", () => {
  it("is encrypted in D1 and in KV, under the names of the contract", async () => {
    await isolate().save("1", pair(1));

    const value = await KV.get<Record<string, unknown>>("token:1", "json");
    expect(Object.keys(value ?? {}).sort()).toEqual([
      "accessToken",
      "expiresAt",
      "refreshToken",
      "userId",
    ]);
    expect(value).toMatchObject({
      userId: "1",
      accessToken: expect.stringMatching(/^v1\./),
      refreshToken: expect.stringMatching(/^v1\./),
    });
    const row = await DB.prepare("SELECT * FROM account_tokens").first();
    expect(JSON.stringify({ row, value })).not.toMatch(/gh[ur]_1/);
    expect(await KV.get(`token-reverse:${await sha256Hex("ghu_1")}`)).toBe("1");
  });

  it("lives in KV for nine tenths of its validity, a year where GitHub states none", async () => {
    const year = 365 * 86_400;
    const { refreshExpiresAt: _unstated, ...endless } = pair(1);
    const { refreshToken: _none, ...single } = endless;
    for (const [given, validity, ofAccess] of [
      [pair(1), SIX_MONTHS / 1000, 8 * 3600],
      [endless, year, 8 * 3600],
      [single, 8 * 3600, 8 * 3600],
      [{ accessToken: "gho_1" }, year, year],
    ] as const) {
      await isolate().save("1", given);
      expect(await ttl("token:")).toBeCloseTo(0.9 * validity, -1);
      expect(await ttl("token-reverse:")).toBeCloseTo(0.9 * ofAccess, -1);
    }
  });

  it("is read back by user and by access token, and no longer by the one before", async () => {
    const tokens = isolate();
    await tokens.save("1", pair(1));
    await tokens.save("1", pair(2));

    expect(await tokens.current("1")).toMatchObject({ accessToken: "ghu_2" });
    expect(await tokens.byAccessToken("ghu_2")).toBe("1");
    expect(await tokens.byAccessToken("ghu_1")).toBeUndefined();
    expect(await KV.get(`token-reverse:${await sha256Hex("ghu_1")}`)).toBeNull();
  });

  it("is gone after removal, also where KV lags", async () => {
    const old = staleKv(KV);
    const elsewhere = isolate({ kv: old.kv });
    await isolate().save("1", pair(1));
    await elsewhere.current("1");
    await elsewhere.byAccessToken("ghu_1");

    expect(access(await isolate().remove("1"))).toBe("ghu_1");
    expect(await isolate().current("1")).toBeUndefined();
    expect(await elsewhere.byAccessToken("ghu_1")).toBeUndefined();
    expect(await elsewhere.refresh("1", github().exchange, "ghu_1")).toBe("lost");
  });

  it("is sealed anew under a new key when it is used", async () => {
    await isolate({ key: "o".repeat(32) }).save("1", expired());
    const rotated = isolate({ previous: "o".repeat(32) });
    expect(await rotated.current("1")).toBeUndefined();

    expect(access(await isolate().refresh("1", github().exchange))).toBe("ghu_2");
  });

  it("is not lost while the wrong key is set", async () => {
    await isolate().save("1", expired());
    const wrong = isolate({ key: "w".repeat(32) });

    await expect(wrong.refresh("1", github().exchange)).rejects.toThrow("ENCRYPTION_KEY");
    expect(access(await isolate().refresh("1", github().exchange))).toBe("ghu_2");
  });
});

describe("an older deployment's plaintext", () => {
  const legacy = async (expiresAt: number) => {
    await KV.put(
      "token:1",
      JSON.stringify({ userId: 1, accessToken: "ghu_1", expiresAt, refreshToken: "ghr_1" }),
      { expirationTtl: 10_000 },
    );
    await KV.put(`token-reverse:${await sha256Hex("ghu_1")}`, "1");
  };

  it("is read, and rewritten encrypted for the rest of its life", async () => {
    await legacy(Date.now() + HOUR);
    const tokens = isolate();

    expect(await tokens.current("1")).toMatchObject({ accessToken: "ghu_1" });
    expect(await tokens.byAccessToken("ghu_1")).toBe("1");
    expect(await KV.get("token:1")).not.toContain("ghu_1");
    expect(await ttl("token:")).toBeCloseTo(10_000, -1);
  });

  it("is taken over into D1 when it is refreshed", async () => {
    await legacy(Date.now() - 1);
    const { asked, exchange } = github();

    const all = await Promise.all(
      Array.from({ length: 5 }, () => isolate().refresh("1", exchange)),
    );
    expect(all.map(access)).toEqual(Array.from({ length: 5 }, () => "ghu_2"));
    expect(asked).toEqual(["ghr_1"]);
  });
});

describe("refreshing", () => {
  it("asks GitHub once for ten callers, each with its own stale copy, and gives all the new pair", async () => {
    await isolate().save("1", expired());
    const { asked, exchange } = github();
    const callers = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const tokens = isolate({ kv: staleKv(KV).kv });
        await tokens.current("1");
        return tokens;
      }),
    );

    const all = await Promise.all(callers.map((tokens) => tokens.refresh("1", exchange)));
    expect(all.map(access)).toEqual(Array.from({ length: 10 }, () => "ghu_2"));
    expect(asked).toEqual(["ghr_1"]);
    expect(await callers[0]?.current("1")).toMatchObject({ accessToken: "ghu_2" });
    expect(await isolate().byAccessToken("ghu_2")).toBe("1");
  });

  it("gives whom GitHub refused the pair that is newer than theirs", async () => {
    const tokens = isolate();
    await tokens.save("1", pair(1));
    const { asked, exchange } = github();

    expect(access(await tokens.refresh("1", exchange, "ghu_1"))).toBe("ghu_2");
    expect(access(await tokens.refresh("1", exchange, "ghu_1"))).toBe("ghu_2");
    expect(asked).toEqual(["ghr_1"]);
  });

  it("leaves the account as it was when GitHub could not be asked", async () => {
    await isolate().save("1", expired());
    const broken = () => Promise.reject(new Error("network"));

    await expect(isolate().refresh("1", broken)).rejects.toThrow("network");
    expect(access(await isolate().refresh("1", github().exchange))).toBe("ghu_2");
  });

  it("loses the account only when GitHub refuses the pair of D1", async () => {
    await isolate().save("1", expired());

    expect(await isolate().refresh("1", github(7).exchange)).toBe("lost");
    expect(await isolate().current("1")).toBeUndefined();
    expect(await KV.get("token:1")).toBeNull();
    await isolate().save("1", pair(9));
    expect(access(await isolate().current("1"))).toBe("ghu_9");
  });

  it("waits for a lease that its holder never gave back, and then takes it", async () => {
    const at = Date.now();
    await isolate().save("1", expired());
    await DB.prepare("UPDATE account_tokens SET lease_holder = 'x', lease_until = ?1")
      .bind(at + 100)
      .run();

    const { db, counts } = countingD1(DB);
    await expect(isolate({ at, db }).refresh("1", github().exchange)).rejects.toThrow("too long");
    expect(counts.statements).toBeLessThanOrEqual(12);
    expect(access(await isolate({ at: at + 100 }).refresh("1", github().exchange))).toBe("ghu_2");
  });

  it("keeps the pair when the answer of the write is lost", async () => {
    await isolate().save("1", expired());
    let lost = 0;
    const db = forgetfulD1(DB, ([sql]) => sql?.includes("version = ?8 + 1") === true && lost++ < 2);

    expect(access(await isolate({ db }).refresh("1", github().exchange))).toBe("ghu_2");
    expect(access(await isolate({ kv: failingKv(KV, () => true) }).current("1"))).toBe("ghu_2");
  });

  it("keeps the pair in KV when D1 goes down after GitHub answered, and D1 learns it later", async () => {
    await isolate().save("1", expired());
    let down = false;
    const { asked, exchange } = github();
    const tokens = isolate({ db: failingD1(DB, () => down) });
    const refreshed = await tokens.refresh("1", async (token) => {
      const answer = await exchange(token);
      down = true;
      return answer;
    });

    expect(access(refreshed)).toBe("ghu_2");
    expect(access(await isolate().current("1"))).toBe("ghu_2");
    const later = isolate({ at: Date.now() + 9 * HOUR });
    const next = await later.refresh("1", (token) => exchange(token, Date.now() + 9 * HOUR));
    expect(access(next)).toBe("ghu_3");
    expect(asked).toEqual(["ghr_1", "ghr_1", "ghr_2"]);
  });

  it("does not give an account up whose new pair is in KV alone, and not seen there yet", async () => {
    await isolate().save("1", expired());
    const elsewhere = isolate({ kv: staleKv(KV).kv, at: Date.now() + 61_000 });
    await elsewhere.current("1");
    let down = false;
    const { exchange } = github();
    await isolate({ db: failingD1(DB, () => down) }).refresh("1", async (token) => {
      const answer = await exchange(token);
      down = true;
      return answer;
    });

    await expect(elsewhere.refresh("1", exchange)).rejects.toThrow("on their way");
    const later = Date.now() + 9 * HOUR;
    const next = await isolate({ at: later }).refresh("1", (token) => exchange(token, later));
    expect(access(next)).toBe("ghu_3");
  });

  it("lets who was slow keep the pair that GitHub gave, though another was refused meanwhile", async () => {
    const at = Date.now();
    await isolate().save("1", expired());
    const { exchange } = github();
    const slow = await isolate({ at }).refresh("1", async (token) => {
      const answer = await exchange(token, at);
      const other = isolate({ at: at + 60_000 });
      await expect(other.refresh("1", exchange)).rejects.toThrow("on their way");
      return answer;
    });

    expect(access(slow)).toBe("ghu_2");
    expect(access(await isolate().refresh("1", exchange))).toBe("ghu_2");
  });

  it("gives the account up in the end when nobody brings the pair that GitHub gave", async () => {
    const at = Date.now();
    await isolate().save("1", expired());
    await DB.prepare("UPDATE account_tokens SET lease_holder = 'x', lease_until = ?1")
      .bind(at)
      .run();

    const { exchange } = github(7);
    await expect(isolate({ at: at + 59_999 }).refresh("1", exchange)).rejects.toThrow();
    expect(await isolate({ at: at + 60_001 }).refresh("1", exchange)).toBe("lost");
  });

  it("keeps the account when KV takes no writes", async () => {
    await isolate().save("1", expired());
    const poor = isolate({ kv: quotaKv(KV) });

    expect(access(await poor.refresh("1", github().exchange))).toBe("ghu_2");
    expect(access(await poor.current("1"))).toBe("ghu_2");
    expect(await poor.byAccessToken("ghu_2")).toBe("1");
  });
});

it("treats a corrupt copy as missing", async () => {
  await isolate().save("1", pair(1));
  for (const corrupt of ["{", "[]", `{"userId":"1","accessToken":7,"expiresAt":1}`]) {
    await KV.put("token:1", corrupt);
    expect(access(await isolate().current("1"))).toBe("ghu_1");
  }
});

it("does not take another account's copy for its own", async () => {
  await isolate().save("1", pair(1));
  const copied = (await KV.get("token:1")) ?? "";
  await KV.put("token:2", copied);
  await KV.put("token:3", copied.replace(`"userId":"1"`, `"userId":"3"`));

  expect(await isolate().current("2")).toBeUndefined();
  expect(await isolate().current("3")).toBeUndefined();
});
