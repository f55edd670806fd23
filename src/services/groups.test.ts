import { describe, expect, it } from "vitest";
import {
  channel,
  connected,
  groupsWorld,
  nobody,
  person,
} from "../../tests/support/groups-world.ts";
import { UserError } from "../domain/user-error.ts";

const key = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );

describe("making a group", () => {
  it("is the super admins' alone without self sign-up, and the answer says whom to ask", async () => {
    const { groups, accounts: _, ...world } = await groupsWorld();
    expect(await key(groups.create(person("guest"), { name: "Team" }))).toBe("setup.no_signup");
    expect(await key(groups.create(nobody, { name: "Team" }))).toBe("setup.link_first");
    const group = await groups.create(person("operator"), { name: "Team Chat!" });
    expect(group.id).toMatch(/^team-chat-[0-9a-f]{6}$/);
    expect(group.members).toEqual([{ userId: "99", login: "operator", role: "owner" }]);
    expect(group.owners).toEqual([]);
    expect((await world.stores.audit.list({ groupId: group.id, limit: 5 }))[0]).toMatchObject({
      actorId: "99",
      action: "group.created",
    });
  });

  it("is everybody's with self sign-up, under names of any script", async () => {
    const { groups } = await groupsWorld({ selfSignup: true });
    const group = await groups.create(person("guest"), { name: "团队 🚀" });
    expect(group).toMatchObject({ name: "团队 🚀", members: [{ userId: "3", role: "owner" }] });
    expect(group.id).toMatch(/^chat-[0-9a-f]{6}$/);
  });
});

describe("members", () => {
  it("known by login only are bound to the numeric id at first sight, and a later holder of the login is nobody", async () => {
    const { groups, stores, gitHub } = await groupsWorld();
    const members = [
      { login: "Boss", role: "owner" as const },
      { login: "13", role: "owner" as const },
    ];
    await stores.configuration.saveGroup({ id: "old", name: "", members });
    expect(await key(groups.view(person("reader"), "old"))).toBe("setup.group_unknown");
    await groups.view(person("boss"), "old");
    const bound = await stores.configuration.group("old");
    expect(bound?.value.members).toContainEqual({ login: "Boss", userId: "11", role: "owner" });

    const boss = gitHub.world.users.find(({ id }) => id === 11);
    const guest = gitHub.world.users.find(({ id }) => id === 3);
    if (boss === undefined || guest === undefined) throw new Error("no such people");
    boss.login = "renamed";
    guest.login = "boss";
    expect(await key(groups.view(person("guest"), "old"))).toBe("setup.group_unknown");
    expect(await key(groups.view(person("boss"), "old"))).toBe("done");
  });

  it("always include an owner", async () => {
    const { members, group, stores } = await groupsWorld();
    await group("team");
    expect(await key(members.leave(person("boss"), "team"))).toBe("setup.last_owner");
    expect(await key(members.set(person("boss"), "team", "boss", "admin"))).toBe(
      "setup.last_owner",
    );
    await members.set(person("boss"), "team", "guest", "owner");
    await members.leave(person("boss"), "team");
    const logins = (await stores.configuration.group("team"))?.value.members.map((m) => m.login);
    expect(logins).toEqual(["chief", "reader", "guest"]);
  });

  it("come by an invitation that works once", async () => {
    const { members, group, stores } = await groupsWorld();
    await group("team");
    const { token } = await members.invite(person("boss"), "team", { role: "admin" });
    expect(await key(members.accept(nobody, token))).toBe("setup.link_first");
    const ends = await Promise.all([
      key(members.accept(person("guest"), token)),
      key(members.accept(person("mona"), token)),
    ]);
    expect(ends.sort()).toEqual(["done", "setup.invite_gone"]);
    expect((await stores.configuration.group("team"))?.value.members).toHaveLength(4);
  });

  it("come by it once, however many use it at the same moment", async () => {
    const { members, group, stores } = await groupsWorld();
    await group("team");
    const { token } = await members.invite(person("boss"), "team", { role: "viewer" });
    const people = Array.from({ length: 100 }, (_, index) =>
      person(index % 2 === 0 ? "guest" : "mona"),
    );
    const ends = await Promise.all(people.map((one) => key(members.accept(one, token))));
    expect(ends.filter((end) => end === "done")).toHaveLength(1);
    expect(ends.filter((end) => end === "setup.invite_gone")).toHaveLength(99);
    expect((await stores.configuration.group("team"))?.value.members).toHaveLength(4);
    const acts = await stores.audit.list({ groupId: "team", limit: 10 });
    expect(acts.filter(({ action }) => action === "invite.accepted")).toHaveLength(1);
  });

  it("do not come by an invitation of who may no longer invite, or after seven days", async () => {
    const { members, group, pass } = await groupsWorld();
    await group("team");
    await members.set(person("boss"), "team", "mona", "owner");
    const { token } = await members.invite(person("mona"), "team", { role: "owner" });
    await members.remove(person("boss"), "team", { userId: "2" });
    expect(await key(members.accept(person("mona"), token))).toBe("setup.invite_gone");
    const { token: late } = await members.invite(person("boss"), "team", { role: "owner" });
    pass(7 * 86_400_000);
    expect(await key(members.accept(person("guest"), late))).toBe("setup.invite_gone");
  });

  it("keep the higher role, and a login of theirs without a number is taken with them", async () => {
    const { members, stores, group } = await groupsWorld();
    await group("team");
    const found = await stores.configuration.group("team");
    if (found === undefined) throw new Error("no group");
    const listed = { login: "Guest", role: "owner" } as const;
    const value = { ...found.value, members: [...found.value.members, listed] };
    await stores.configuration.saveGroup(value, found.version);
    const { token } = await members.invite(person("boss"), "team", { role: "viewer" });
    await members.accept(person("guest"), token);
    const now = (await stores.configuration.group("team"))?.value.members;
    expect(now?.slice(3)).toEqual([{ userId: "3", login: "guest", role: "owner" }]);
  });
});

it("deletes a group with exactly its routes, its secret, invitations and connections", async () => {
  const { groups, members, webhooks, group, ...world } = await groupsWorld();
  await group("gone");
  await group("stays");
  const { configuration, chats, secrets, invites } = world.stores;
  const target = channel("1").target;
  const rule = { id: "r", name: "", enabled: true, filters: [], targets: [target] };
  await configuration.saveRoutes([
    { route: { ...rule, groupId: "gone" } },
    { route: { ...rule, groupId: "stays" } },
  ]);
  await connected(world, "gone", channel("1"));
  await webhooks.endpoint(person("boss"), "gone");
  const { token } = await members.invite(person("boss"), "gone", { role: "admin" });
  await groups.remove(person("boss"), "gone");
  expect(await configuration.routesOf("gone")).toEqual([]);
  expect(await configuration.routesOf("stays")).toHaveLength(1);
  expect((await chats.find("discord:1"))?.groupId).toBeUndefined();
  expect(await secrets.accepted("gone")).toEqual([]);
  expect(await invites.read(token)).toBeUndefined();
});

it("tells the second of two who save at once, and loses nothing", async () => {
  const { groups, group } = await groupsWorld();
  await group("team");
  const { version } = await groups.view(person("boss"), "team");
  await groups.change(person("boss"), "team", { name: "first" }, version);
  expect(await key(groups.change(person("chief"), "team", { lang: "zh" }, version))).toBe(
    "setup.conflict",
  );
  expect((await groups.view(person("boss"), "team")).value.name).toBe("first");
});

describe("a group's secret", () => {
  it("is shown once, and the one before works on during a rotation", async () => {
    const { webhooks, group, stores } = await groupsWorld();
    await group("team");
    const first = await webhooks.endpoint(person("chief"), "team");
    expect(first).toEqual({
      url: "https://bot.test/webhook/team",
      secret: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(await webhooks.endpoint(person("chief"), "team")).toEqual({ url: first.url });
    const second = await webhooks.rotate(person("chief"), "team");
    expect(await stores.secrets.accepted("team")).toEqual([second.secret, first.secret]);
    await webhooks.remove(person("boss"), "team");
    expect(await stores.secrets.accepted("team")).toEqual([]);
  });

  it("goes to GitHub with a webhook that only who administers the repository can make", async () => {
    const { webhooks, group, gitHub, stores } = await groupsWorld();
    await group("team");
    gitHub.addRepository({ owner: "acme", name: "mine", permissions: { chief: "admin" } });
    const to = (repo: string) =>
      key(webhooks.createHook(person("chief"), "team", { owner: "acme", repo }));
    expect(await to("rocket")).toBe("setup.hook_admins_only");
    expect(await to("mine")).toBe("done");
    expect(await to("mine")).toBe("setup.hook_exists");
    const hook = gitHub.world.repositories.find(({ name }) => name === "mine")?.hooks[0];
    expect(hook).toMatchObject({ url: "https://bot.test/webhook/team", events: ["*"] });
    expect(await stores.secrets.accepted("team")).toEqual([hook?.secret]);
    expect(gitHub.violations).toEqual([]);
  });

  it("is made once by two presses at the same moment", async () => {
    const { hook, stores } = await hooking();
    expect((await Promise.all([hook(), hook()])).sort()).toEqual(["done", "setup.hook_exists"]);
    const acts = await stores.audit.list({ groupId: "team", limit: 10 });
    expect(acts.map(({ action }) => action)).toEqual(["hook.created"]);
  });

  it("is one for webhooks that are made on many repositories at the same moment", async () => {
    const { webhooks, group, gitHub, stores } = await groupsWorld();
    await group("team");
    const repos = ["one", "two", "three"];
    for (const name of repos) {
      gitHub.addRepository({ owner: "acme", name, permissions: { chief: "admin" } });
    }
    const made = repos.map((repo) =>
      key(webhooks.createHook(person("chief"), "team", { owner: "acme", repo })),
    );
    expect(await Promise.all(made)).toEqual(["done", "done", "done"]);
    const hooks = gitHub.world.repositories.flatMap((repository) => repository.hooks);
    const [secret] = await stores.secrets.accepted("team");
    expect(hooks.map((hook) => hook.secret)).toEqual([secret, secret, secret]);
  });

  it.each([
    ["unprocessable", undefined, "setup.hook_invalid"],
    ["app_permission_missing", undefined, "setup.hook_app_barred"],
    ["not_found", undefined, "setup.hook_refused"],
    ["not_found", "read:org", "setup.hook_scope"],
  ] as const)("that GitHub refuses (%s, scope %s) says what to do", async (fault, scope, said) => {
    const { hook, gitHub } = await hooking(scope);
    gitHub.fail({ fault, method: "POST", path: /\/hooks$/ });
    expect(await hook()).toBe(said);
  });

  async function hooking(scope?: string) {
    const world = await groupsWorld(scope === undefined ? {} : { scope });
    await world.group("team");
    world.gitHub.addRepository({ owner: "acme", name: "mine", permissions: { chief: "admin" } });
    const repository = { owner: "acme", repo: "mine" };
    const hook = () => key(world.webhooks.createHook(person("chief"), "team", repository));
    return { ...world, hook };
  }
});
