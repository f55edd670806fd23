import { describe, expect, it } from "vitest";
import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { testEnv } from "../../tests/support/env.ts";
import {
  countingD1,
  countingKv,
  failingD1,
  failingKv,
  quotaKv,
  staleKv,
} from "../../tests/support/faulty-bindings.ts";
import { ConfigurationUnreadable, createConfigurationStore } from "./configuration.ts";
import { type RevisionRow, SELECT_REVISION } from "./configuration-rows.ts";
import { createD1Gate } from "./d1-gate.ts";

const { DB, KV } = testEnv;

function group(id: string, more: Partial<Group> = {}): Group {
  return { id, name: id.toUpperCase(), members: [], ...more };
}

function route(id: string, groupId = "a", more: Partial<Route> = {}): Route {
  return {
    id,
    groupId,
    name: id,
    enabled: true,
    filters: [{ type: "event", match: "push" }],
    targets: [{ platform: "discord", channelId: "1" }],
    ...more,
  };
}

/** One isolate's store; `pass` lets its time go on. */
function isolate(bindings: { db?: D1Database | undefined; kv?: KVNamespace } = {}) {
  const db = "db" in bindings ? bindings.db : DB;
  const kv = bindings.kv ?? KV;
  let time = 1_700_000_000_000;
  const now = () => time;
  const gate = createD1Gate({ db, now });
  const store = createConfigurationStore({ db, kv, gate, now });
  return Object.assign(store, { pass: (ms: number) => void (time += ms) });
}

async function revision(): Promise<number> {
  const row = await DB.prepare(SELECT_REVISION).first<RevisionRow>();
  return row?.revision ?? -1;
}

const ids = (routes: readonly { id: string }[]) => routes.map(({ id }) => id);

describe("saving", () => {
  it("gives back what was saved, field by field", async () => {
    const store = isolate();
    const full = group("a", {
      members: [{ userId: "1", login: "ann", role: "owner" }],
      owners: ["Acme"],
      emoji: false,
      lang: "zh",
      logTarget: { platform: "telegram", chatId: "-5" },
    });
    const rich = route("r", "a", {
      enabled: false,
      ast: { not: { type: "actor", match: "*[bot]" } },
      stop: true,
      fallback: true,
      discordRoleIds: ["9"],
      style: "plain",
    });
    await store.saveGroup(full);
    await store.saveRoute(rich);

    const read = await isolate().current();
    expect(read.group("a")).toEqual(full);
    expect(read.routes("a")).toEqual([rich]);
  });

  it("keeps a group's routes when the group changes", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoute(route("r"));
    await store.saveGroup(group("a", { name: "New" }));

    expect(ids((await store.current()).routes("a"))).toEqual(["r"]);
  });

  it("keeps fields of a group that it does not know, and drops those that were unset", async () => {
    const store = isolate();
    await DB.prepare(
      `INSERT INTO d1_groups (id, name, data, created_at, updated_at) VALUES ('a', 'A', '{"theirs":{"x":1},"lang":"zh","adminIds":["7"],"logTarget":{"platform":"discord","channelId":"1","threadId":"2"}}', 1, 1)`,
    ).run();
    await store.saveGroup(group("a", { logTarget: { platform: "discord", channelId: "3" } }));

    const data = await DB.prepare("SELECT data FROM d1_groups").first<string>("data");
    expect(JSON.parse(data ?? "")).toEqual({
      theirs: { x: 1 },
      id: "a",
      name: "A",
      members: [],
      logTarget: { platform: "discord", channelId: "3" },
    });
  });

  it("writes one route and the revision, nothing else", async () => {
    const { db, counts, reset } = countingD1(DB);
    const store = isolate({ db });
    await store.saveGroup(group("a"));
    await store.saveRoutes([{ route: route("x") }, { route: route("y") }]);
    reset();

    await store.saveRoute(route("x", "a", { name: "changed" }));
    expect(counts.rowsWritten).toBe(2);
  });

  it("refuses a route of a group that is gone", async () => {
    const store = isolate();
    expect(await store.saveRoute(route("r", "gone"))).toMatchObject({ status: "no_group" });
    expect(await DB.prepare("SELECT count(*) AS n FROM d1_routes").first("n")).toBe(0);
  });

  it("saves 200 routes at once in one statement", async () => {
    const { db, counts, reset } = countingD1(DB);
    const store = isolate({ db });
    await store.saveGroup(group("a"));
    reset();
    const routes = Array.from({ length: 200 }, (_, n) => route(`r${n}`));

    const result = await store.saveRoutes(routes.map((route) => ({ route })));
    expect(result).toEqual({ status: "saved", versions: routes.map(() => 1) });
    expect(counts.statements).toBeLessThanOrEqual(10);
    expect(ids((await isolate().current()).routes("a"))).toEqual(ids(routes));
  });

  it("is an error when D1 cannot be written, and never lands in the cache", async () => {
    let down = false;
    const store = isolate({ db: failingD1(DB, () => down) });
    await store.saveGroup(group("a"));
    const before = await KV.get("config:groups");
    down = true;

    await expect(store.saveGroup(group("b"))).rejects.toThrow("Network connection lost");
    expect(await KV.get("config:groups")).toBe(before);
  });
});

describe("concurrent edits", () => {
  it("tells the later of two edits of a group which version is current", async () => {
    const [ann, bob] = [isolate(), isolate()];
    await ann.saveGroup(group("a"));

    expect(await ann.saveGroup(group("a", { name: "Ann" }), 1)).toEqual({
      status: "saved",
      version: 2,
    });
    expect(await bob.saveGroup(group("a", { name: "Bob" }), 1)).toEqual({
      status: "conflict",
      version: 2,
    });
    expect(await bob.group("a")).toMatchObject({ value: { name: "Ann" }, version: 2 });
  });

  it("tells of a route that was changed, made or deleted meanwhile", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoute(route("r"), 0);

    expect(await store.saveRoute(route("r"), 0)).toMatchObject({ status: "conflict", version: 1 });
    expect(await store.saveRoute(route("r"), 1)).toEqual({ status: "saved", version: 2 });
    expect(await store.deleteRoute("a", "r", 1)).toEqual({ status: "conflict", version: 2 });
    expect(await store.deleteRoute("a", "r", 2)).toEqual({ status: "saved", version: 2 });
    expect(await store.saveRoute(route("r"), 2)).toMatchObject({
      status: "conflict",
      version: undefined,
    });
  });

  it("lets exactly one of many editors of the same version win", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoute(route("r"));

    const results = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        isolate().saveRoute(route("r", "a", { name: `${n}` }), 1),
      ),
    );
    expect(results.filter(({ status }) => status === "saved")).toHaveLength(1);
  });

  it("keeps edits of different routes", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoutes([{ route: route("x") }, { route: route("y") }]);

    await Promise.all([
      isolate().saveRoute(route("x", "a", { name: "X" }), 1),
      isolate().saveRoute(route("y", "a", { name: "Y" }), 1),
    ]);
    const names = (await isolate().current()).routes("a").map(({ name }) => name);
    expect(names).toEqual(["X", "Y"]);
  });

  it("saves all of several routes or none", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoute(route("x"));

    const result = await store.saveRoutes([
      { route: route("new") },
      { route: route("x"), expectedVersion: 7 },
    ]);
    expect(result).toEqual({ status: "conflict", groupId: "a", id: "x", version: 1 });
    expect(ids((await store.current()).routes("a"))).toEqual(["x"]);
  });
});

describe("deleting a group", () => {
  it("deletes exactly its routes and keeps its logs", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveGroup(group("b"));
    await store.saveRoutes([{ route: route("r", "a") }, { route: route("r", "b") }]);
    await DB.prepare("INSERT INTO audit_logs (ts, action, group_id) VALUES (1, 'x', 'a')").run();

    expect(await store.deleteGroup("a", 9)).toEqual({ status: "conflict", version: 1 });
    expect((await store.current()).routes("a")).toHaveLength(1);
    await store.deleteGroup("a", 1);

    const read = await isolate().current();
    expect(ids(read.groups())).toEqual(["b"]);
    expect(read.routes("a")).toEqual([]);
    expect(read.routes("b")).toHaveLength(1);
    expect(await DB.prepare("SELECT count(*) AS n FROM audit_logs").first("n")).toBe(1);
  });
});

describe("order", () => {
  it("is the order of saving, and a move changes it", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoutes(["x", "y", "z"].map((id) => ({ route: route(id) })));

    await store.moveRoute({ groupId: "a", id: "z", before: "x" });
    expect(ids((await store.current()).routes("a"))).toEqual(["z", "x", "y"]);
    await store.moveRoute({ groupId: "a", id: "z" });
    expect(ids((await store.current()).routes("a"))).toEqual(["x", "y", "z"]);
    await store.saveRoute(route("x", "a", { name: "edited" }));
    expect(ids((await store.current()).routes("a"))).toEqual(["x", "y", "z"]);
    expect(await store.moveRoute({ groupId: "a", id: "x", expectedVersion: 1 })).toEqual({
      status: "conflict",
      version: 2,
    });
  });

  it("survives any number of moves into the same gap", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoutes(["w", "x", "y", "z"].map((id) => ({ route: route(id) })));

    for (let n = 0; n < 50; n++) {
      await store.moveRoute({
        groupId: "a",
        id: n % 2 === 0 ? "y" : "x",
        before: n % 2 === 0 ? "x" : "y",
      });
    }
    expect(ids((await isolate().current()).routes("a"))).toEqual(["w", "x", "y", "z"]);
  });
});

it("follows a Telegram chat to its new id, topics and log target too, and changes nothing else", async () => {
  const store = isolate();
  const telegram = (chatId: string, topicId?: string) =>
    ({ platform: "telegram", chatId, ...(topicId === undefined ? {} : { topicId }) }) as const;
  const discord = { platform: "discord", channelId: "1" } as const;
  await store.saveGroup(group("a", { logTarget: telegram("-1") }));
  await store.saveGroup(group("b", { logTarget: discord }));
  await store.saveRoutes([
    { route: route("r", "a", { targets: [discord, telegram("-1", "7"), telegram("-12")] }) },
    { route: route("s", "a", { targets: [telegram("-12")] }) },
    { route: route("broken", "b") },
  ]);
  await DB.prepare("UPDATE d1_routes SET targets = '[' WHERE id = 'broken'").run();
  await store.moveTelegramChat("-1", "-100");

  const read = await isolate().current();
  expect(read.group("a")?.logTarget).toEqual(telegram("-100"));
  expect(read.group("b")?.logTarget).toEqual(discord);
  expect(read.routes("a").map(({ targets }) => targets)).toEqual([
    [discord, telegram("-100", "7"), telegram("-12")],
    [telegram("-12")],
  ]);
  expect((await store.routesOf("a")).map(({ version }) => version)).toEqual([2, 1]);
});

describe("the cache in KV", () => {
  it("holds plain arrays for an hour, with the revision beside them", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveRoute(route("r"));

    const [groups, routes] = await Promise.all([
      KV.getWithMetadata("config:groups", "json"),
      KV.getWithMetadata("config:routes", "json"),
    ]);
    expect(groups.value).toEqual([group("a")]);
    expect(routes.value).toEqual([route("r")]);
    expect(groups.metadata).toEqual({ revision: await revision() });
    for (const { expiration } of (await KV.list({ prefix: "config:" })).keys) {
      expect(Math.abs((expiration ?? 0) - Date.now() / 1000 - 3_600)).toBeLessThan(10);
    }
  });

  it("serves a reader that knows its revision without D1", async () => {
    await isolate().saveGroup(group("a"));
    const { db, counts } = countingD1(DB);
    const reader = isolate({ db });

    expect((await reader.at(await revision())).group("a")).toBeDefined();
    expect(counts.statements).toBe(0);
  });

  it("is passed over when it carries another revision", async () => {
    const old = staleKv(KV);
    const [writer, reader] = [isolate(), isolate({ kv: old.kv })];
    await writer.saveGroup(group("a"));
    await reader.at(await revision());
    await writer.saveGroup(group("a", { name: "New" }));

    expect((await reader.at(await revision())).group("a")?.name).toBe("New");
  });

  it("is refilled once it has expired, and not written otherwise", async () => {
    await isolate().saveGroup(group("a"));
    await KV.delete("config:routes");
    const { kv, counts } = countingKv(KV);

    await isolate({ kv }).at(await revision());
    expect(counts.written.sort()).toEqual(["config:groups", "config:routes"]);
    await isolate({ kv }).at(await revision());
    await isolate({ kv }).at((await revision()) + 1);
    expect(counts.writes).toBe(2);
  });

  it("changes nothing else when its quota is used up", async () => {
    const store = isolate({ kv: quotaKv(KV) });
    expect(await store.saveGroup(group("a"))).toEqual({ status: "saved", version: 1 });
    expect((await isolate({ kv: quotaKv(KV) }).current()).group("a")).toBeDefined();
  });
});

describe("the isolate's copy", () => {
  it("is read for 30 s without asking, and for as long as its revision stands", async () => {
    await isolate().saveGroup(group("a"));
    const { db, counts } = countingD1(DB);
    const { kv, counts: kvCounts } = countingKv(KV);
    const reader = isolate({ db, kv });
    const first = await reader.current();
    const asked = { d1: counts.statements, kv: kvCounts.reads };

    reader.pass(29_999);
    expect(await reader.current()).toBe(first);
    expect(await reader.at(first.revision)).toBe(first);
    expect({ d1: counts.statements, kv: kvCounts.reads }).toEqual(asked);

    await isolate().saveGroup(group("a", { name: "New" }));
    reader.pass(30_000);
    expect((await reader.current()).group("a")?.name).toBe("New");
  });

  it("is frozen through and through", async () => {
    const store = isolate();
    await store.saveGroup(group("a", { owners: ["x"] }));
    await store.saveRoute(route("r"));
    const read = await store.current();

    expect(() => (read.groups() as Group[]).push(group("b"))).toThrow(TypeError);
    expect(() => read.group("a")?.owners?.push("y")).toThrow(TypeError);
    expect(() => read.routes("a")[0]?.filters.push({ type: "repo", match: "*" })).toThrow(
      TypeError,
    );
  });

  it("finds the groups an owner's events may enter without looking at the others", async () => {
    const store = isolate();
    await store.saveGroup(group("open"));
    await store.saveGroup(group("acme", { owners: ["Acme"] }));
    await store.saveGroup(group("none", { owners: [] }));
    const read = await store.current();

    expect(ids(read.groupsOpenTo("ACME")).sort()).toEqual(["acme", "open"]);
    expect(ids(read.groupsOpenTo(undefined))).toEqual(["open"]);
  });
});

describe("without D1", () => {
  it("comes from the cache, whatever its revision", async () => {
    await isolate().saveGroup(group("a"));
    const lost = isolate({ db: failingD1(DB, () => true) });

    expect((await lost.at(99)).group("a")).toBeDefined();
    expect((await isolate({ db: undefined }).current()).group("a")).toBeDefined();
  });

  it("is an error, never an empty configuration, when the cache cannot be read or has expired", async () => {
    const db = failingD1(DB, () => true);
    await expect(isolate({ db }).at(1)).rejects.toThrow(ConfigurationUnreadable);
    await expect(isolate({ db, kv: failingKv(KV, () => true) }).current()).rejects.toThrow(
      ConfigurationUnreadable,
    );

    await KV.put("config:groups", "[]");
    await expect(isolate({ db }).current()).rejects.toThrow(ConfigurationUnreadable);
  });

  it("returns to D1 by itself", async () => {
    let down = true;
    const store = isolate({ db: failingD1(DB, () => down) });
    await isolate().saveGroup(group("a"));
    await store.current();
    await isolate({ kv: quotaKv(KV) }).saveGroup(group("a", { name: "New" }));

    down = false;
    store.pass(30_000);
    expect((await store.current()).group("a")?.name).toBe("New");
  });

  it("reads D1 while KV is down", async () => {
    await isolate().saveGroup(group("a"));
    const store = isolate({ kv: failingKv(KV, () => true) });
    expect((await store.current()).group("a")).toBeDefined();
  });
});

describe("taking over a KV-only deployment", () => {
  const legacy = async () => {
    await KV.put(
      "config:groups",
      JSON.stringify([{ id: "a", name: "A", adminIds: ["7"], theirs: 1 }]),
    );
    await KV.put(
      "config:routes",
      JSON.stringify([
        { id: "z", groupId: "a", target: { channelId: "1" } },
        { id: "bad", groupId: "a", targets: [] },
        { ...route("b"), theirs: 1 },
      ]),
    );
  };

  it("happens once, in order, however many start at the same time", async () => {
    await legacy();
    const all = await Promise.all(Array.from({ length: 10 }, () => isolate().current()));

    for (const read of all) {
      expect(ids(read.routes("a"))).toEqual(["z", "b"]);
      expect(read.group("a")?.members).toEqual([{ userId: "7", login: "", role: "owner" }]);
    }
    const data = await DB.prepare("SELECT data FROM d1_groups").first<string>("data");
    expect(JSON.parse(data ?? "")).toMatchObject({ theirs: 1 });
  });

  it("waits for one to be there, until D1 is written", async () => {
    const store = isolate();
    expect((await store.at(await revision())).groups()).toEqual([]);
    await KV.put("config:groups", JSON.stringify([group("a")]));
    expect((await store.at(await revision())).group("a")).toBeDefined();

    await DB.exec("DELETE FROM d1_groups; UPDATE config_revision SET seeded_at = NULL");
    await KV.delete("config:groups");
    await isolate().saveGroup(group("b"));
    await isolate().deleteGroup("b");
    await KV.put("config:groups", JSON.stringify([group("a")]));
    expect((await isolate().at(await revision())).groups()).toEqual([]);
  });

  it("never brings back what was deleted", async () => {
    await legacy();
    const old = await KV.get("config:routes");
    const store = isolate();
    await store.deleteRoute("a", "z");
    await store.deleteRoute("a", "b");
    await KV.put("config:routes", old ?? "");

    expect((await isolate().current()).routes("a")).toEqual([]);
  });

  it("comes before the first write", async () => {
    await legacy();
    await isolate().saveRoute(route("new"));
    expect(ids((await isolate().current()).routes("a"))).toEqual(["z", "b", "new"]);
  });

  it("leaves a table alone that has rows", async () => {
    await legacy();
    await DB.prepare(
      "INSERT INTO d1_groups (id, name, data, created_at, updated_at) VALUES ('mine', 'M', '{}', 1, 1)",
    ).run();

    expect(ids((await isolate().current()).groups())).toEqual(["mine"]);
  });

  it("is tried again when KV could not be read", async () => {
    await legacy();
    let down = true;
    const store = isolate({ kv: failingKv(KV, () => down) });

    await expect(store.current()).rejects.toThrow(ConfigurationUnreadable);
    down = false;
    expect(ids((await store.current()).routes("a"))).toEqual(["z", "b"]);
  });
});

describe("a corrupt record", () => {
  it("in D1 is left out, and its neighbours stay", async () => {
    const store = isolate();
    await store.saveGroup(group("a"));
    await store.saveGroup(group("b"));
    await store.saveRoutes(["x", "y", "z", "w"].map((id) => ({ route: route(id) })));
    await DB.batch([
      DB.prepare("UPDATE d1_groups SET data = '[' WHERE id = 'b'"),
      DB.prepare("UPDATE d1_routes SET filters = '{' WHERE id = 'x'"),
      DB.prepare("UPDATE d1_routes SET ast = 'null' WHERE id = 'y'"),
      DB.prepare("UPDATE d1_routes SET targets = '7' WHERE id = 'w'"),
    ]);

    const read = await isolate().current();
    expect(ids(read.groups())).toEqual(["a"]);
    expect(ids(read.routes("a"))).toEqual(["z"]);
    expect(await store.saveGroup(group("b"))).toMatchObject({ status: "saved" });
    expect((await store.current()).group("b")).toEqual(group("b"));
  });

  it("in the cache is left out, and its neighbours stay", async () => {
    await KV.put("config:groups", JSON.stringify([7, group("a"), { id: "!" }]));
    await KV.put("config:routes", JSON.stringify([route("r"), { id: "s" }, route("t")]));
    const read = await isolate({ db: undefined }).current();

    expect(ids(read.groups())).toEqual(["a"]);
    expect(ids(read.routes("a"))).toEqual(["r", "t"]);
  });

  it("never makes the whole cache an empty configuration", async () => {
    await KV.put("config:groups", JSON.stringify([group("a")]));
    await KV.put("config:routes", "not JSON");

    await expect(isolate({ db: undefined }).current()).rejects.toThrow(ConfigurationUnreadable);
    await isolate().saveGroup(group("b"));
    expect(ids((await isolate({ db: undefined }).current()).groups()).sort()).toEqual(["a", "b"]);
  });
});

it("reads more rows than one page holds", async () => {
  await DB.prepare(
    `INSERT INTO d1_groups (id, name, data, created_at, updated_at)
     SELECT printf('g%04d', value), '', '{}', 1, 1 FROM json_each(?1)`,
  )
    .bind(JSON.stringify(Array.from({ length: 1_001 }, (_, n) => n)))
    .run();
  expect((await isolate().current()).groups()).toHaveLength(1_001);
});
