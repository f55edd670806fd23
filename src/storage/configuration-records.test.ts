import { expect, it } from "vitest";
import { checkGroup, checkRoute } from "./configuration-records.ts";

const target = { platform: "discord", channelId: "1" };
const route = { id: "r", groupId: "a", filters: [], targets: [target] };

it.each([
  ["a thread", { targets: [{ channelId: "1", threadId: null }] }],
  ["an expression, a style, roles", { ast: null, style: null, discordRoleIds: null, stop: null }],
  ["a name, a switch", { name: null, enabled: null }],
])("reads a null as the absence of %s", (_, more) => {
  expect(checkRoute({ ...route, ...more }, "key")).toEqual({ ...route, name: "", enabled: true });
});

it("reads ids that are numbers, unless a number cannot hold them", () => {
  const chat = { platform: "telegram", chatId: -100123, topicId: 4 };
  expect(checkRoute({ ...route, targets: [chat] }, "key")?.targets).toEqual([
    { platform: "telegram", chatId: "-100123", topicId: "4" },
  ]);
  const lossy = { channelId: 2 ** 60 };
  expect(checkRoute({ ...route, targets: [lossy] }, "key")).toBeUndefined();
  const member = { userId: 7, login: "ann", role: "owner" };
  expect(checkGroup({ id: "a", members: [member] }, "key")?.members).toEqual([
    { ...member, userId: "7" },
  ]);
});

it("keeps a route's good targets when one is bad", () => {
  const targets = [{ channelId: "general" }, target, null];
  expect(checkRoute({ ...route, targets }, "key")?.targets).toEqual([target]);
  expect(checkRoute({ ...route, targets: [null] }, "key")).toBeUndefined();
});

it("keeps a group when what only adorns it is bad", () => {
  const good = { login: "ann", role: "viewer" };
  const bad = { members: [{ role: "owner" }, good], logTarget: { platform: "x" }, lang: 5 };
  expect(checkGroup({ id: "a", owners: ["acme"], ...bad }, "key")).toEqual({
    id: "a",
    name: "",
    owners: ["acme"],
    members: [good],
  });
});

it.each([
  ["filters", checkRoute, { ...route, filters: null }],
  ["a filter", checkRoute, { ...route, filters: [{ type: "moon", match: "x" }] }],
  ["an expression", checkRoute, { ...route, ast: { all: [5] } }],
  ["owners", checkGroup, { id: "a", owners: null }],
  ["providers", checkGroup, { id: "a", providers: null }],
])("never lets more in because %s cannot be read", (_, check, value) => {
  expect(check(value, "key")).toBeUndefined();
});
