import { expect, it } from "vitest";
import { channel, connected, groupsWorld } from "../../tests/support/groups-world.ts";

const here = channel("1");

async function team() {
  const world = await groupsWorld();
  await world.group("team");
  for (const id of ["1", "2"]) await connected(world, "team", channel(id));
  const base = { groupId: "team", name: "", enabled: true };
  await world.stores.configuration.saveRoutes([
    {
      route: {
        ...base,
        id: "pulls",
        targets: [here.target],
        filters: [
          { type: "repo", match: "acme/app#7" },
          { type: "event", match: "pull_request" },
          { type: "label", match: "bug" },
        ],
      },
    },
    { route: { ...base, id: "theirs", targets: [channel("2").target], filters: [] } },
  ]);
  const event = { groupId: "team", repo: "acme/app", actor: "mona", action: "opened" };
  return { ...world, event };
}

it("names the rule that brought an event here", async () => {
  const { why, log, event } = await team();
  const sent = { ...event, event: "pull_request", deliveryId: "a", ok: true };
  await log({ ...sent, routeId: "pulls", target: "discord:1", messageId: "55" });
  const rule = { name: "acme/app", line: "events:pulls label:bug" };
  const expected = [{ event: "pull_request", outcome: { type: "shown", by: rule } }];
  expect(await why.explain(here, {})).toMatchObject(expected);
  expect(await why.explain(here, { messageId: "55" })).toMatchObject(expected);
  expect(await why.explain(here, { repo: "ACME/app" })).toMatchObject(expected);
  expect(await why.explain(here, { repo: "acme/lib" })).toEqual([]);
  expect(await why.explain(channel("2"), { messageId: "55" })).toEqual([]);
});

it("names the condition that kept an event out, of this chat's rules alone", async () => {
  const { why, log, event } = await team();
  const refusals = [
    { groupId: "team", routeId: "pulls", reason: "the filter label:bug says no" },
    { groupId: "team", routeId: "theirs", reason: "it is switched off" },
  ];
  const detail = JSON.stringify(refusals);
  const row = { ...event, event: "pull_request", deliveryId: "a", ok: false };
  await log({ ...row, error: "reached_nobody", detail });
  const [explained] = await why.explain(here, {});
  expect(explained?.outcome).toEqual({
    type: "unwanted",
    because: [
      {
        rule: { name: "acme/app", line: "events:pulls label:bug" },
        reason: "the filter label:bug says no",
      },
    ],
  });
});

it("works out what kept an event out that another chat of the group got", async () => {
  const { why, log, event } = await team();
  const elsewhere = { ...event, ok: true, routeId: "theirs", target: "discord:2" };
  await log({ ...elsewhere, event: "pull_request", deliveryId: "a" });
  await log({ ...elsewhere, event: "issues", deliveryId: "b" });
  const reasons = (await why.explain(here, {})).map(({ outcome }) =>
    outcome.type === "unwanted" ? outcome.because.map(({ reason }) => reason) : outcome.type,
  );
  expect(reasons).toEqual([["the filter event:pull_request says no"], ["other conditions"]]);
});

it("gives the platform's reason where showing failed", async () => {
  const { why, log, event } = await team();
  const row = { ...event, event: "pull_request", deliveryId: "a", ok: false };
  await log({ ...row, routeId: "pulls", target: "discord:1", errorCode: "50013" });
  const [explained] = await why.explain(here, {});
  expect(explained?.outcome).toMatchObject({ type: "failed", reason: "50013" });
});

it("knows of an event that several groups did not want, and shows a group its own reasons alone", async () => {
  const { why, log, event } = await team();
  const refusals = [
    { groupId: "rivals", routeId: "pulls", reason: "the filter label:secret says no" },
    { groupId: "team", routeId: "pulls", reason: "the filter label:bug says no" },
  ];
  const row = { ...event, groupId: undefined, event: "pull_request", ok: false };
  await log({ ...row, deliveryId: "a", error: "reached_nobody", detail: JSON.stringify(refusals) });
  const closed = { groupId: "team", reason: "the repository's owner is not …", closed: true };
  const secret = { ...row, repo: "rivals/secret", deliveryId: "b", error: "reached_nobody" };
  await log({ ...secret, detail: JSON.stringify([refusals[0], closed]) });
  await log({ ...secret, deliveryId: "c", detail: '[{"groupId":"team","rea' });
  const found = await why.explain(here, {});
  expect(found).toHaveLength(1);
  expect(JSON.stringify(found)).not.toContain("secret");
  expect(found[0]?.outcome).toMatchObject({
    type: "unwanted",
    because: [{ reason: "the filter label:bug says no" }],
  });
});

it("selects by the issue or pull request that a link names", async () => {
  const { why, log, event } = await team();
  for (const number of [3, 4]) {
    const row = { ...event, event: "pull_request", deliveryId: `d${number}`, number, ok: true };
    await log({ ...row, routeId: "pulls", target: "discord:1", messageId: `5${number}` });
  }
  expect(await why.explain(here, { repo: "acme/app", number: 4 })).toHaveLength(1);
  expect(await why.explain(here, { repo: "acme/app", number: 5 })).toEqual([]);
  expect(await why.explain(here, { repo: "acme/app" })).toHaveLength(2);
});
