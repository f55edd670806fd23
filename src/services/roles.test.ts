import { describe, expect, it } from "vitest";
import roles from "../../docs/roles.md?raw";
import {
  channel,
  connected,
  groupsWorld,
  type GroupsWorld,
  nobody,
  person,
} from "../../tests/support/groups-world.ts";
import type { Actor } from "../domain/actor.ts";
import { UserError } from "../domain/user-error.ts";
import { type Needed, type Verb, VERBS } from "./permissions.ts";

const documented = new Map(
  [...roles.matchAll(/^\|[^|]*\| `([a-z.]+)` \| (\w+) \|$/gm)].map(([, verb, role]) => [
    verb,
    role,
  ]),
);

it("says in docs/roles.md who may what", () => {
  expect(Object.fromEntries(documented)).toEqual({ ...VERBS });
});

const system: Actor = { type: "system", reason: "test" };
const ACTORS: readonly (readonly [string, Actor, Needed | undefined])[] = [
  ["a viewer", person("reader"), "viewer"],
  ["an admin", person("chief"), "admin"],
  ["an owner", person("boss"), "owner"],
  ["a super admin", person("operator"), "super"],
  ["an owner of another group", person("other"), undefined],
  ["somebody linked", person("guest"), undefined],
  ["nobody", nobody, undefined],
  ["the Worker itself", system, undefined],
];
const RANK: readonly (Needed | undefined)[] = ["viewer", "admin", "owner", "super"];

type Attempt = (world: GroupsWorld, actor: Actor, groupId: string) => Promise<unknown>;
const here = channel("100");
const route = (groupId: string) => ({
  id: "rule",
  groupId,
  name: "",
  enabled: true,
  filters: [],
  targets: [here.target],
});

/** Every verb, done through the service that offers it. */
const ATTEMPTS: Readonly<Record<Verb, Attempt>> = {
  "group.view": ({ groups }, actor, id) => groups.view(actor, id),
  "log.view": ({ webhooks }, actor, id) => webhooks.arrived(actor, id),
  "group.change": ({ groups }, actor, id) => groups.change(actor, id, { name: "new" }),
  "chat.connect": ({ chats }, actor, id) => chats.connect(actor, id, channel("200")),
  "chat.disconnect": ({ chats }, actor, id) => chats.disconnect(actor, id, channel("100", false)),
  "route.save": ({ routes }, actor, id) => routes.save(actor, id, [{ route: route(id) }]),
  "route.delete": async ({ routes, stores }, actor, id) => {
    await stores.configuration.saveRoute(route(id));
    await routes.remove(actor, id, "rule");
  },
  "sample.send": ({ samples }, actor) => samples.send(actor, here, []),
  "delivery.replay": ({ missed }, actor, id) => missed.resend(actor, id),
  "secret.create": ({ webhooks }, actor, id) => webhooks.endpoint(actor, id),
  "secret.rotate": ({ webhooks }, actor, id) => webhooks.rotate(actor, id),
  "hook.create": async ({ webhooks, gitHub }, actor, id) => {
    const login = "name" in actor ? actor.name : "nobody";
    gitHub.addRepository({ owner: "acme", name: id, permissions: { [login]: "admin" } });
    await webhooks.createHook(actor, id, { owner: "acme", repo: id });
  },
  "member.change": ({ members }, actor, id) => members.set(actor, id, "guest", "viewer"),
  "invite.create": ({ members }, actor, id) => members.invite(actor, id, { role: "viewer" }),
  "invite.list": ({ members }, actor, id) => members.invites(actor, id),
  "invite.revoke": async ({ members, stores }, actor, id) => {
    const invite = { groupId: id, role: "viewer", createdBy: "11" } as const;
    const { token } = await stores.invites.create(invite);
    await members.revokeInvite(actor, id, token);
  },
  "secret.remove": ({ webhooks }, actor, id) => webhooks.remove(actor, id),
  "installation.bind": async ({ installations, gitHub }, actor, id) => {
    const owner = "name" in actor ? actor.name : "nobody";
    const repo = gitHub.addRepository({ owner, name: `of-${id}` });
    const first = gitHub.world.repositories.find((one) => one.owner === owner) ?? repo;
    await installations.bind(actor, String(first.id), id);
  },
  "group.delete": ({ groups }, actor, id) => groups.remove(actor, id),
  "group.owners": ({ groups }, actor, id) => groups.change(actor, id, { owners: ["acme"] }),
};

describe.each(Object.keys(VERBS) as Verb[])("%s", (verb) => {
  const may = (role: Needed | undefined) =>
    role !== undefined && RANK.indexOf(role) >= RANK.indexOf(VERBS[verb]);
  const attempt = async (world: GroupsWorld, actor: Actor, id: string) =>
    ATTEMPTS[verb](world, actor, id).then(
      () => "done",
      (error: unknown) => (error instanceof UserError ? error.key : String(error)),
    );
  const isAct = !["group.view", "log.view", "invite.list", "sample.send"].includes(verb);

  it("is refused to who may not, and leaves everything as it was", async () => {
    const world = await groupsWorld();
    await world.group("theirs");
    const another = { userId: "14", login: "other", role: "owner" } as const;
    await world.stores.configuration.saveGroup({ id: "another", name: "", members: [another] });
    await connected(world, "theirs", here);
    for (const [name, actor, role] of ACTORS.filter(([, , has]) => !may(has))) {
      const outcome = await attempt(world, actor, "theirs");
      expect([name, outcome]).toEqual([name, refusalOf(actor, role, verb)]);
    }
    expect(await world.stores.audit.list({ groupId: "theirs", limit: 10 })).toEqual([]);
  });

  it("is done for who may, and written down", async () => {
    const world = await groupsWorld();
    for (const [name, actor, role] of ACTORS.filter(([, , has]) => may(has))) {
      const id = `group-of-${role}`;
      await world.group(id);
      const before = await world.stores.chats.find("discord:100");
      await world.stores.chats.disconnectAll(before?.groupId ?? "");
      await connected(world, id, here);
      expect([name, await attempt(world, actor, id)]).toEqual([name, "done"]);
      const acts = await world.stores.audit.list({ groupId: id, limit: 10 });
      expect([name, acts.length]).toEqual([name, isAct ? 1 : 0]);
    }
  });
});

function refusalOf(actor: Actor, role: Needed | undefined, verb: Verb): string {
  if (actor.type === "system" || actor.githubUserId === undefined) return "setup.link_first";
  return role === undefined ? "setup.group_unknown" : `setup.needs_${VERBS[verb]}`;
}
