import { describe, expect, it } from "vitest";
import {
  channel,
  connected,
  groupsWorld,
  nobody,
  person,
} from "../../tests/support/groups-world.ts";
import { UserError } from "../domain/user-error.ts";
import { CHECK_AFTER_MS, illStatement } from "../storage/target-health.ts";

const key = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );
const rule = (groupId: string, ...channels: string[]) => ({
  id: "rule",
  groupId,
  name: "",
  enabled: true,
  filters: [],
  targets: channels.map((id) => channel(id).target),
});

describe("connecting a chat", () => {
  it("takes rights in the chat and in the group", async () => {
    const { chats, group } = await groupsWorld();
    await group("team");
    expect(await key(chats.connect(person("chief"), "team", channel("1", false)))).toBe(
      "setup.chat_admins_only",
    );
    expect(await key(chats.connect(person("reader"), "team", channel("1")))).toBe(
      "setup.needs_admin",
    );
    expect(await key(chats.connect(person("chief"), "team", channel("1")))).toBe("done");
    expect((await chats.groupOf(channel("1")))?.id).toBe("team");
  });

  it("does not take it from another group", async () => {
    const { chats, group, ...world } = await groupsWorld();
    await group("team");
    await group("rivals");
    await connected(world, "rivals", channel("1"));
    expect(await key(chats.connect(person("boss"), "team", channel("1")))).toBe("setup.chat_taken");
  });
});

describe("a route", () => {
  it("sends only to chats that were connected to its group", async () => {
    const { routes, group, ...world } = await groupsWorld();
    await group("team");
    await group("rivals");
    await connected(world, "team", channel("1"));
    await connected(world, "rivals", channel("2"));
    const save = (who: "chief" | "operator", ...channels: string[]) =>
      key(routes.save(person(who), "team", [{ route: rule("team", ...channels) }]));
    expect(await save("chief", "1")).toBe("done");
    expect(await save("chief", "1", "2")).toBe("setup.target_not_connected");
    expect(await save("chief", "3")).toBe("setup.target_not_connected");
    expect(await save("operator", "3")).toBe("done");
    // What it sends to already, as the configuration of an older deployment does, it may keep.
    expect(await save("chief", "3")).toBe("done");
    expect(await save("chief", "3", "2")).toBe("setup.target_not_connected");
  });

  it("is refused with the reason where its pattern cannot work", async () => {
    const { routes, group, ...world } = await groupsWorld();
    await group("team");
    await connected(world, "team", channel("1"));
    const filters = [{ type: "branch" as const, match: "/(/" }];
    const bad = { ...rule("team", "1"), filters };
    expect(await key(routes.save(person("chief"), "team", [{ route: bad }]))).toBe(
      "rule.pattern_regex",
    );
    const hopeless = [
      { type: "event" as const, match: "issues" },
      { type: "path" as const, match: "src/**" },
    ];
    const warned = { ...rule("team", "1"), filters: hopeless };
    const warnings = await routes.save(person("chief"), "team", [{ route: warned }]);
    expect(warnings.map((one) => one.key)).toEqual(["rule.hopeless"]);
  });
});

describe("disconnecting a chat", () => {
  it("is the chat's administrators' to do, without any role in the group", async () => {
    const { chats, group, ...world } = await groupsWorld();
    await group("team");
    await connected(world, "team", channel("1"));
    expect(await key(chats.disconnect(nobody, "team", channel("1", false)))).toBe(
      "setup.link_first",
    );
    expect(await key(chats.disconnect(nobody, "team", channel("1")))).toBe("done");
    expect(await chats.groupOf(channel("1"))).toBeUndefined();
  });

  it("leaves no log in it either", async () => {
    const { chats, groups, group, ...world } = await groupsWorld();
    await group("team");
    await connected(world, "team", channel("1"));
    await groups.change(person("chief"), "team", { logTarget: channel("1").target });
    await chats.disconnect(person("chief"), "team", channel("1"));
    expect((await groups.view(person("chief"), "team")).value.logTarget).toBeUndefined();
  });

  it("keeps its rules switched off, and takes it out of rules of several chats", async () => {
    const { chats, group, routes, ...world } = await groupsWorld();
    await group("team");
    for (const id of ["1", "2"]) await connected(world, "team", channel(id));
    await routes.save(person("chief"), "team", [
      { route: { ...rule("team", "1"), id: "own" } },
      { route: { ...rule("team", "1", "2"), id: "shared" } },
    ]);
    await chats.disconnect(person("chief"), "team", channel("1"));
    const [own, shared] = (await routes.list(person("chief"), "team")).map(({ value }) => value);
    expect(own).toMatchObject({ id: "own", enabled: false });
    expect(shared).toMatchObject({ id: "shared", enabled: true, targets: [channel("2").target] });
    const again = own === undefined ? [] : [{ route: { ...own, enabled: true } }];
    expect(await key(routes.save(person("chief"), "team", again))).toBe(
      "setup.target_not_connected",
    );
  });
});

describe("a chat that is lost", () => {
  it("is disconnected with all its topics, and the group is told where it still listens", async () => {
    const { chats, groups, group, stores, ...world } = await groupsWorld();
    await group("team");
    await connected({ stores }, "team", channel("1"));
    await groups.change(person("boss"), "team", { logTarget: channel("1").target });
    for (const topic of ["", ":7", "0:7"]) {
      await stores.chats.connect({
        targetId: `telegram:-100${topic}`,
        platform: "telegram",
        groupId: "team",
        title: "Crew",
        connectedBy: "telegram:1",
      });
    }
    const told = await chats.lost("telegram:-100", "removed");
    expect(told).toHaveLength(2);
    expect(told[0]).toEqual({
      groupId: "team",
      target: channel("1").target,
      key: "setup.chat_removed",
      params: { chat: "Crew" },
    });
    const left = (await stores.chats.ofGroup("team")).map(({ targetId }) => targetId);
    expect(left).toEqual(["discord:1", "telegram:-1000:7"]);
    // The log chat itself is gone: another chat of the group hears of it.
    expect(await chats.lost("discord:1", "unreachable")).toMatchObject([
      { target: { platform: "telegram", chatId: "-1000", topicId: "7" } },
    ]);
    expect(await chats.lost("telegram:-1000:7", "removed")).toEqual([]);
    expect(await chats.lost("telegram:-100", "removed")).toEqual([]);
    expect(world.posted).toEqual([]);
  });
});

it("disconnects a chat of which a platform still says after an hour that it is gone, and not one where only a right is missing", async () => {
  const { chats, group, ...world } = await groupsWorld();
  await group("team");
  const reasons = {
    "1": "ill_target: 50001",
    "2": "ill_target: 50013",
    "3": "ill_target: Forbidden: bot was kicked from the supergroup chat",
  };
  for (const [id, reason] of Object.entries(reasons)) {
    await connected(world, "team", channel(id));
    const illness = { targetId: `discord:${id}`, groupId: "team", reason };
    await illStatement(world.stores.db, illness, Date.now()).run();
    await illStatement(world.stores.db, illness, Date.now() + 1_000).run();
  }
  const left = async () => {
    await chats.loseUnreachable();
    return (await world.stores.chats.ofGroup("team")).map(({ targetId }) => targetId);
  };
  expect(await left()).toHaveLength(3);
  for (const [id, reason] of Object.entries(reasons)) {
    const illness = { targetId: `discord:${id}`, groupId: "team", reason };
    await illStatement(world.stores.db, illness, Date.now() + CHECK_AFTER_MS).run();
  }
  expect(await left()).toEqual(["discord:2"]);
});
