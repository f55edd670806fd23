import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { failingD1, quotaKv, staleKv } from "../../tests/support/faulty-bindings.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createInvites } from "./invites.ts";
import { createNonces } from "./nonces.ts";
import { createOAuthStates } from "./oauth-states.ts";
import { createOneTimeClaims } from "./one-time.ts";

const { DB, KV } = testEnv;

/** One isolate's one-time things; each sees KV as it is, or as its location last saw it. */
function isolate({
  db = DB,
  noDb = false,
  kv = KV,
  at = Date.now(),
}: { db?: D1Database; noDb?: boolean; kv?: KVNamespace; at?: number } = {}) {
  const now = () => at;
  const binding = noDb ? undefined : db;
  const gate = createD1Gate({ db: binding, now });
  const claims = createOneTimeClaims({ db: binding, gate, now });
  return {
    claims,
    states: createOAuthStates({ kv, claims, now }),
    invites: createInvites({ kv, claims, now }),
    nonces: createNonces({ kv, claims, gate, now }),
  };
}

const invitation = { groupId: "a", role: "admin", createdBy: "1" } as const;
const wins = (all: readonly unknown[]) => all.filter((one) => one !== undefined && one !== false);

/** A hundred consumers, each at a location of its own that has seen the keys before. */
async function hundredLocations() {
  return await Promise.all(
    Array.from({ length: 100 }, async () => {
      const { kv } = staleKv(KV);
      for (const { name } of (await KV.list()).keys) await kv.get(name);
      return isolate({ kv });
    }),
  );
}

describe("a hundred parallel consumers", () => {
  it("of one state: exactly one wins, and nobody afterwards", async () => {
    const hex = await isolate().states.create({ redirectTo: "/", discordUserId: "5" });
    const locations = await hundredLocations();

    const all = await Promise.all(locations.map(({ states }) => states.consume(hex)));
    expect(wins(all)).toEqual([expect.objectContaining({ discordUserId: "5" })]);
    expect(await locations[0]?.states.consume(hex)).toBeUndefined();
    expect(await locations[0]?.states.read(hex)).toBeUndefined();
  });

  it("of one invite: exactly one wins, and nobody afterwards", async () => {
    const { token } = await isolate().invites.create(invitation);
    const locations = await hundredLocations();

    const all = await Promise.all(locations.map(({ invites }) => invites.consume(token)));
    expect(wins(all)).toHaveLength(1);
    expect(await locations[0]?.invites.read(token)).toBeUndefined();
    expect(await locations[0]?.invites.list("a")).toEqual([]);
  });

  it("of one nonce: exactly one wins", async () => {
    const locations = await hundredLocations();
    const all = await Promise.all(locations.map(({ nonces }) => nonces.use("a", "n")));
    expect(wins(all)).toHaveLength(1);
  });
});

describe("a claim", () => {
  it("can be made again once it has expired, not before", async () => {
    expect(await isolate({ at: 1000 }).claims.claim("k", 2000)).toBe(true);
    expect(await isolate({ at: 1999 }).claims.claim("k", 3000)).toBe(false);
    expect(await isolate({ at: 2000 }).claims.claim("k", 3000)).toBe(true);
  });

  it("is an error in a short outage: nobody wins by it", async () => {
    const { claims } = isolate({ db: failingD1(DB, () => true) });
    await expect(claims.claim("k", Date.now() + 1000)).rejects.toThrow("Network connection");
  });
});

describe("a state", () => {
  it("is not found once it has expired, or when it is no state at all", async () => {
    const at = Date.now();
    const hex = await isolate({ at }).states.create({ redirectTo: "/" });

    expect(await isolate({ at: at + 599_999 }).states.read(hex)).toMatchObject({ redirectTo: "/" });
    expect(await isolate({ at: at + 600_000 }).states.consume(hex)).toBeUndefined();
    expect(await isolate().states.read("../config:routes")).toBeUndefined();
  });
});

describe("an invite", () => {
  it("is listed at once, for its group alone, also beside another made at the same time", async () => {
    const { invites } = isolate();
    const made = await Promise.all([
      invites.create(invitation),
      invites.create({ ...invitation, note: "for Bob" }),
      invites.create({ ...invitation, groupId: "b" }),
    ]);
    const listed = await invites.list("a");

    const tokens = (list: readonly { token: string }[]) => list.map(({ token }) => token).sort();
    expect(tokens(listed)).toEqual(tokens(made.slice(0, 2)));
  });

  it("cannot be used once it was revoked, wherever KV still shows it", async () => {
    const { invites } = isolate();
    const { token } = await invites.create(invitation);
    const [elsewhere] = await hundredLocations();

    expect(await invites.revoke("b", token)).toBe(false);
    expect(await invites.revoke("a", token)).toBe(true);
    expect(await elsewhere?.invites.consume(token)).toBeUndefined();
    expect(await invites.revoke("a", token)).toBe(false);
  });

  it("expires after seven days", async () => {
    const at = Date.now();
    const { token } = await isolate({ at }).invites.create(invitation);
    expect(await isolate({ at: at + 7 * 86_400_000 }).invites.consume(token)).toBeUndefined();
  });
});

describe("a nonce", () => {
  it("of one group says nothing about another's", async () => {
    const { nonces } = isolate();
    expect(await nonces.use("a", "n")).toBe(true);
    expect(await nonces.use("b", "n")).toBe(true);
    expect(await nonces.use("a", "n")).toBe(false);
  });

  it("counts also when KV takes no writes", async () => {
    const { nonces } = isolate({ kv: quotaKv(KV) });
    expect(await nonces.use("a", "n")).toBe(true);
    expect(await nonces.use("a", "n")).toBe(false);
  });
});

it("does what KV can without D1", async () => {
  const { states, invites, nonces } = isolate({ noDb: true });
  const hex = await states.create({ redirectTo: "/" });
  const { token } = await invites.create(invitation);

  expect(await states.consume(hex)).toBeDefined();
  expect(await states.consume(hex)).toBeUndefined();
  expect(await invites.consume(token)).toBeDefined();
  expect(await invites.consume(token)).toBeUndefined();
  expect(await nonces.use("a", "n")).toBe(true);
  expect(await nonces.use("a", "n")).toBe(false);
});
