import { describe, expect, it } from "vitest";
import { channel, connected, groupsWorld, person } from "../../tests/support/groups-world.ts";
import { UserError } from "../domain/user-error.ts";
import type { JsonObject } from "../domain/json.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";

const key = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => (error instanceof UserError ? error.key : String(error)),
  );

function event(name: string, payload: JsonObject, endpoint = "global"): WebhookEvent {
  const [type = "", action = ""] = name.split(".");
  return {
    provider: "github",
    endpoint,
    deliveryId: crypto.randomUUID(),
    event: type,
    action,
    receivedAt: 1,
    payload,
  };
}

/** The stand-in names an installation after the first repository of its owner. */
async function world() {
  const made = await groupsWorld();
  await made.group("team");
  const { gitHub, stores, installations } = made;
  const id = String(gitHub.world.repositories.find(({ owner }) => owner === "acme")?.id);
  const group = async () => (await stores.configuration.group("team"))?.value;
  const happens = async (name: string, more: JsonObject = {}, endpoint = "global") => {
    const installation = { id: Number(id), account: { login: "acme" } };
    const happened = event(name, { installation, ...more }, endpoint);
    return [
      ...(await installations.follow(happened)),
      ...(await made.ownerChanges.follow(happened)),
    ];
  };
  return { ...made, id, theGroup: group, happens };
}

describe("binding an installation", () => {
  it("is for who owns the account, as GitHub says; to see the installation is not enough", async () => {
    const { installations, gitHub, id, theGroup } = await world();
    const acme = gitHub.world.repositories.filter(({ owner }) => owner === "acme");
    const bind = () => key(installations.bind(person("boss"), id, "team"));
    expect(await bind()).toBe("setup.installation_unknown");
    for (const repo of acme) repo.permissions["boss"] = "write";
    expect(await bind()).toBe("setup.installation_owners_only");
    expect((await theGroup())?.installationId).toBeUndefined();
    for (const repo of acme) repo.permissions["boss"] = "admin";
    expect(await bind()).toBe("done");
    expect(await theGroup()).toMatchObject({ installationId: id, owners: ["acme"] });
  });

  it("is for the user itself on its own account", async () => {
    const { installations, gitHub, theGroup } = await world();
    const own = gitHub.addRepository({ owner: "boss", name: "dots" });
    await installations.bind(person("boss"), String(own.id), "team");
    expect((await theGroup())?.owners).toEqual(["boss"]);
  });

  it("finds the one that comes last of hundreds that the person can see", async () => {
    const { installations, gitHub, theGroup } = await world();
    for (let at = 0; at < 250; at += 1) {
      const permissions = { boss: at === 249 ? "admin" : "write" } as const;
      gitHub.addRepository({ owner: `org-${at}`, name: "x", permissions });
    }
    const { items, isCut } = await installations.owned(person("boss"));
    expect([items.map(({ owner }) => owner), isCut]).toEqual([["org-249"], false]);
    await installations.bind(person("boss"), items[0]?.id ?? "", "team");
    expect((await theGroup())?.owners).toEqual(["org-249"]);
  });

  it("proves nothing by a number made up", async () => {
    const { installations } = await world();
    expect(await key(installations.bind(person("boss"), "31337", "team"))).toBe(
      "setup.installation_unknown",
    );
  });
});

describe("what happens to an installation", () => {
  async function bound() {
    const made = await world();
    const { stores, id, groups } = made;
    const group = await made.theGroup();
    if (group === undefined) throw new Error("no group");
    await stores.configuration.saveGroup({ ...group, installationId: id, owners: ["acme"] });
    await connected({ stores }, "team", channel("1"));
    await groups.change(person("boss"), "team", { logTarget: channel("1").target });
    return made;
  }

  it("keeps the binding true", async () => {
    const { happens, theGroup } = await bound();
    const suspended = await happens("installation.suspend");
    expect(suspended).toMatchObject([{ key: "setup.installation_suspended" }]);
    const changes = { login: { from: "acme" } };
    await happens("installation_target.renamed", { account: { login: "acme-inc" }, changes });
    expect((await theGroup())?.owners).toEqual(["acme-inc"]);
    const removed = { repositories_removed: [{ full_name: "acme-inc/app" }] };
    expect(await happens("installation_repositories.removed", removed)).toMatchObject([
      { key: "setup.installation_removed", params: { repos: "acme-inc/app" } },
    ]);
    const gone = { installation: { id: Number((await theGroup())?.installationId) } };
    const told = await happens("installation.deleted", {
      installation: { ...gone.installation, account: { login: "acme-inc" } },
    });
    expect(told).toMatchObject([{ key: "setup.installation_deleted" }]);
    expect((await theGroup())?.owners).toEqual([]);
    expect((await theGroup())?.installationId).toBeUndefined();
  });

  it("is believed from the App's own hook alone", async () => {
    const { happens, theGroup } = await bound();
    expect(await happens("installation.deleted", {}, "team")).toEqual([]);
    expect(await happens("installation.deleted", {}, "another")).toEqual([]);
    expect((await theGroup())?.owners).toEqual(["acme"]);
  });
});

describe("what happens to a repository", () => {
  const here = channel("1");
  const repository = (fullName: string, id = 7): JsonObject => ({
    repository: { id, full_name: fullName, private: true },
  });

  async function hearing() {
    const made = await groupsWorld();
    const { stores, group } = made;
    await group("team");
    await connected({ stores }, "team", here);
    const base = { groupId: "team", enabled: true, targets: [here.target] };
    const of = (match: string) => [{ type: "repo" as const, match }];
    await stores.configuration.saveRoutes([
      { route: { ...base, id: "one", name: "acme/app", filters: of("acme/app#7") } },
      { route: { ...base, id: "all", name: "acme", filters: of("acme/*") } },
      { route: { ...base, id: "else", name: "acme/lib", filters: of("acme/lib#8") } },
    ]);
    const routes = async () => (await stores.configuration.routesOf("team")).map((r) => r.value);
    return { ...made, routes };
  }

  it("is followed through a new name and a new owner", async () => {
    const { repositoryChanges, routes } = await hearing();
    const changes = { repository: { name: { from: "app" } } };
    const renamed = { ...repository("acme/moon"), changes };
    expect(await repositoryChanges.follow(event("repository.renamed", renamed, "team"))).toEqual(
      [],
    );
    expect((await routes())[0]).toMatchObject({
      name: "acme/moon",
      filters: [{ match: "acme/moon#7" }],
    });
    const from = { owner: { from: { organization: { login: "acme" } } } };
    const moved = { ...repository("orbit/moon"), changes: from };
    await repositoryChanges.follow(event("repository.transferred", moved, "team"));
    expect((await routes()).map(({ filters }) => filters[0]?.match)).toEqual([
      "orbit/moon#7",
      "acme/*",
      "acme/lib#8",
    ]);
  });

  it("is no longer heard once it is private, until somebody says so again, and the chat is told", async () => {
    const { repositoryChanges, routes } = await hearing();
    const made = event("repository.privatized", repository("acme/app"), "team");
    const told = await repositoryChanges.follow(made);
    expect(told.map(({ key, target }) => [key, target])).toEqual([
      ["setup.repo_privatized", here.target],
    ]);
    const [one, all, other] = await routes();
    expect(one?.enabled).toBe(false);
    expect(all?.filters[1]).toEqual({ type: "repo", match: "acme/app#7", exclude: true });
    expect(other?.enabled).toBe(true);
  });

  it("ends what was subscribed to it when it is deleted, in its own group alone", async () => {
    const { repositoryChanges, routes } = await hearing();
    const deleted = (endpoint: string) =>
      event("repository.deleted", repository("acme/app"), endpoint);
    expect(await repositoryChanges.follow(deleted("another"))).toEqual([]);
    // The shared endpoint reaches groups that the owner's events may enter, and this is none.
    expect(await repositoryChanges.follow(deleted("global"))).toEqual([]);
    expect(await repositoryChanges.follow(deleted("team"))).toMatchObject([
      { key: "setup.repo_deleted" },
    ]);
    expect((await routes()).map(({ enabled }) => enabled)).toEqual([false, true, true]);
  });
});
