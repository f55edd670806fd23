import { describe, expect, it } from "vitest";
import { channel, connected, groupsWorld, person } from "../../tests/support/groups-world.ts";
import { parseFilterLine } from "../domain/filter-line/parse.ts";
import { UserError } from "../domain/user-error.ts";
import { readSubscription } from "./subscription-routes.ts";

const key = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );

function rule(line: string) {
  const read = parseFilterLine(line);
  if ("problem" in read) throw new Error(read.problem.key);
  return read;
}

const here = channel("1");

async function team() {
  const world = await groupsWorld();
  await world.group("team");
  await connected(world, "team", here);
  const say = (text: string, line = "events:pulls", who: "chief" | "mona" = "chief") => {
    const [owner = "", repo] = text.split("/");
    const source = repo === undefined ? { owner } : { owner, repo };
    return world.subscriptions.subscribe(person(who), here, source, rule(line));
  };
  return { ...world, say };
}

describe("subscribing", () => {
  it("makes an ordinary route of the group, for the repository by its id", async () => {
    const { say, stores, gitHub } = await team();
    const done = await say("ACME/Rocket", "events:pulls -label:wip");
    expect(done).toMatchObject({ name: "acme/rocket", changed: false, arrives: "not_yet" });
    const id = gitHub.world.repositories.find(({ name }) => name === "rocket")?.id;
    const [stored] = await stores.configuration.routesOf("team");
    expect(stored?.value).toMatchObject({
      name: "acme/rocket",
      targets: [here.target],
      filters: [
        { type: "repo", match: `acme/rocket#${id}` },
        { type: "event", match: "pull_request" },
        { type: "label", match: "wip", exclude: true },
      ],
    });
  });

  it("is changed by saying it again, also under a new name of the repository", async () => {
    const { say, stores, gitHub, subscriptions } = await team();
    await say("acme/rocket");
    const rocket = gitHub.world.repositories.find(({ name }) => name === "rocket");
    if (rocket === undefined) throw new Error("no rocket");
    rocket.name = "moon";
    rocket.formerNames.push("acme/rocket");
    const done = await say("acme/rocket", "label:bug OR branch:main");
    expect(done).toMatchObject({ name: "acme/moon", changed: true });
    expect(await stores.configuration.routesOf("team")).toHaveLength(1);
    expect(await subscriptions.heard(here)).toEqual([
      {
        name: "acme/moon",
        enabled: true,
        style: "card",
        subscription: { name: "acme/moon", line: "label:bug OR branch:main" },
      },
    ]);
  });

  it("asks GitHub as the person: what they cannot read they cannot hear", async () => {
    const { say, gitHub } = await team();
    expect(await key(say("acme/secret"))).toBe("github.not_found");
    const secret = gitHub.world.repositories.find(({ name }) => name === "secret");
    if (secret !== undefined) secret.permissions["chief"] = "read";
    expect(await key(say("acme/secret"))).toBe("done");
    expect(await key(say("acme"))).toBe("done");
    expect(await key(say("nobody-of-this-name"))).toBe("github.not_found");
    expect(gitHub.violations).toEqual([]);
  });

  it("takes a role in the chat's group, whatever one may do on GitHub", async () => {
    const { say, subscriptions } = await team();
    expect(await key(say("acme/rocket", "events:pulls", "mona"))).toBe("setup.group_unknown");
    const elsewhere = channel("2");
    const source = { owner: "acme", repo: "rocket" };
    expect(
      await key(subscriptions.subscribe(person("boss"), elsewhere, source, rule("events:pulls"))),
    ).toBe("setup.not_connected");
  });

  it("says how the events will come", async () => {
    const { say, stores, log } = await team();
    expect((await say("acme/rocket")).arrives).toBe("not_yet");
    await log({ groupId: "team", event: "ping", repo: "acme/rocket", ok: false, deliveryId: "1" });
    expect((await say("acme/rocket")).arrives).toBe("webhook");
    const group = await stores.configuration.group("team");
    if (group !== undefined) {
      await stores.configuration.saveGroup({ ...group.value, owners: ["Acme"] }, group.version);
    }
    expect((await say("acme")).arrives).toBe("shared");
  });

  it("hears everything with a star, and what other rules say stays as it is", async () => {
    const { say, stores, subscriptions } = await team();
    const other = { id: "console", groupId: "team", name: "mine", enabled: true, filters: [] };
    await stores.configuration.saveRoute({ ...other, targets: [here.target] });
    await say("*", "events:custom");
    await say("*", "events:custom,pings");
    const heard = await subscriptions.heard(here);
    expect(heard.map(({ name, subscription }) => subscription ?? name)).toEqual([
      "mine",
      { name: "*", line: "events:custom,pings" },
    ]);
    await subscriptions.unsubscribe(person("chief"), here, { owner: "*" });
    expect(await stores.configuration.routesOf("team")).toHaveLength(1);
  });
});

describe("subscribing to all of an owner", () => {
  async function opened(owners: string[] | undefined) {
    const world = await team();
    const found = await world.stores.configuration.group("team");
    if (found === undefined) throw new Error("no group");
    const { owners: _, ...rest } = found.value;
    const value = owners === undefined ? rest : { ...rest, owners };
    await world.stores.configuration.saveGroup(value, found.version);
    const repos = world.gitHub.world.repositories.filter(({ owner }) => owner === "acme");
    const acts = (role: "write" | "admin") => {
      for (const repo of repos) repo.permissions["chief"] = role;
    };
    return { ...world, acts };
  }

  it("leaves out what is private and comes through the shared endpoint, for who does not own the account", async () => {
    const { say, acts } = await opened(["acme"]);
    acts("write");
    const done = await say("acme");
    expect(done.line).toBe("events:pulls -repo:acme/*#private");
    expect(done.warnings.map((one) => one.key)).toEqual(["setup.subscribe.private_left_out"]);
    expect((await say("acme", done.line)).line).toBe(done.line);
    expect((await say("*")).line).toBe("events:pulls -repo:*#private");
    expect((await say("*", "events:custom")).line).toBe("events:custom");
    acts("admin");
    expect((await say("acme")).line).toBe("events:pulls");
    expect((await say("*")).line).toBe("events:pulls");
  });

  it("of whom nothing comes but by the group's own webhooks hears all that they send", async () => {
    const { say } = await opened(["others"]);
    expect((await say("acme")).line).toBe("events:pulls");
  });

  it("leaves it out where a group hears all owners, and nobody can own them all", async () => {
    const { say, acts } = await opened(undefined);
    acts("admin");
    expect((await say("acme")).line).toBe("events:pulls");
    expect((await say("*")).line).toBe("events:pulls -repo:*#private");
  });
});

describe("unsubscribing", () => {
  it("removes what this chat hears, and leaves other chats of a shared rule alone", async () => {
    const { subscriptions, stores, say } = await team();
    const there = channel("2");
    await connected({ stores }, "team", there);
    await say("acme/rocket");
    const shared = { id: "shared", groupId: "team", name: "", enabled: true };
    const filters = [{ type: "repo" as const, match: "acme/*" }];
    const targets = [here.target, there.target];
    await stores.configuration.saveRoute({ ...shared, filters, targets });
    const stop = (text: string) => {
      const [owner = "", repo] = text.split("/");
      const source = repo === undefined ? { owner } : { owner, repo };
      return subscriptions.unsubscribe(person("chief"), here, source);
    };
    await stop("acme/rocket");
    await stop("acme");
    expect(await key(stop("acme"))).toBe("setup.not_subscribed");
    const routes = (await stores.configuration.routesOf("team")).map(({ value }) => value);
    expect(routes).toMatchObject([{ id: "shared", targets: [there.target] }]);
  });
});

it("keeps the chat's style for what is subscribed later", async () => {
  const { say, subscriptions } = await team();
  await say("acme/rocket");
  await subscriptions.setStyle(person("chief"), here, "plain");
  await say("acme");
  expect((await subscriptions.heard(here)).map(({ style }) => style)).toEqual(["plain", "plain"]);
});

it("reads any rule back as the words that make it", () => {
  const repo = { type: "repo" as const, match: "acme/app#7" };
  expect(readSubscription({ filters: [repo] })).toEqual({
    source: { owner: "acme", repo: "app", id: "7" },
    line: "events:all",
  });
  const ast = { all: [repo, { any: [{ type: "label" as const, match: "bug" }] }] };
  expect(readSubscription({ filters: [], ast })?.line).toBe("label:bug");
  expect(readSubscription({ filters: [], ast: { any: [] } })).toBeUndefined();
});
