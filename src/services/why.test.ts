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
        because: { type: "filter", line: "label:bug" },
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
    outcome.type === "unwanted" ? outcome.because.map(({ because }) => because) : outcome.type,
  );
  // The log does not know labels, but there is nothing else that can have kept it out.
  expect(reasons).toEqual([
    [{ type: "filter", line: "events:pulls" }],
    [{ type: "filter", line: "label:bug" }],
  ]);
});

it("names all that can have kept an event out, where the log does not know which, and what almost fits first", async () => {
  const { why, log, event, stores } = await team();
  const base = { groupId: "team", name: "", enabled: true, targets: [here.target] };
  const many = Array.from({ length: 30 }, (_, index) => `label-${index}-of-a-long-name`);
  await stores.configuration.saveRoutes([
    { route: { ...base, id: "far", filters: [{ type: "repo", match: "other/*" }] } },
    {
      route: {
        ...base,
        id: "near",
        filters: [
          { type: "label", match: many },
          { type: "base", match: "main" },
        ],
      },
    },
    { route: { ...base, id: "new", filters: [{ type: "actor", match: "mona" }] } },
  ]);
  const elsewhere = { ...event, ok: true, routeId: "theirs", target: "discord:2" };
  await log({ ...elsewhere, event: "issues", deliveryId: "a" });
  const refusal = `the filter label:${many.join(",").slice(0, 80)} says no`;
  const detail = JSON.stringify([{ groupId: "team", routeId: "near", reason: refusal }]);
  await log({
    ...event,
    event: "issues",
    deliveryId: "b",
    error: "reached_nobody",
    detail,
    ok: false,
  });
  const [cut, worked] = (await why.explain(here, {})).map(({ outcome }) =>
    outcome.type === "unwanted" ? outcome.because.map(({ because }) => because) : [],
  );
  const labels = many.join(",");
  expect(cut?.[0]).toEqual({ type: "filter", line: `label:${labels}` });
  expect(worked).toEqual([
    { type: "one_of", line: `label:${labels} base:main` },
    { type: "changed" },
    { type: "filter", line: "events:pulls" },
    { type: "filter", line: "repo:other/*" },
  ]);
});

it("says of what makes no message of its own which rule wanted it", async () => {
  const { why, log, event } = await team();
  const row = { ...event, event: "pull_request", routeId: "pulls", target: "discord:1", ok: false };
  const reason = "it is told on the card of its pull request";
  await log({ ...row, deliveryId: "a", error: "skipped", detail: reason });
  const [explained] = await why.explain(here, {});
  const by = { name: "acme/app", line: "events:pulls label:bug" };
  expect(explained?.outcome).toEqual({ type: "quiet", by, reason });
});

it("gives the platform's reason where showing failed", async () => {
  const { why, log, event } = await team();
  const row = { ...event, event: "pull_request", deliveryId: "a", ok: false };
  await log({
    ...row,
    routeId: "pulls",
    target: "discord:1",
    error: "ill_target",
    errorCode: "50013",
  });
  const [explained] = await why.explain(here, {});
  expect(explained?.outcome).toMatchObject({ type: "failed", reason: "ill_target", code: "50013" });
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
    because: [{ because: { type: "filter", line: "label:bug" } }],
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

it("names a rule about everything as the list does: its line would make another rule", async () => {
  const { why, log, event, stores, subscriptions } = await team();
  const route = { groupId: "team", id: "sample", name: "sample", enabled: true, filters: [] };
  await stores.configuration.saveRoute({ ...route, targets: [here.target] });
  const sent = { ...event, event: "fork", deliveryId: "a", ok: true };
  await log({ ...sent, routeId: "sample", target: "discord:1" });
  const [explained] = await why.explain(here, {});
  expect(explained?.outcome).toEqual({ type: "shown", by: { name: "sample" } });
  const [, listed] = await subscriptions.heard(here);
  expect(listed).toEqual({ name: "sample", enabled: true, style: "card" });
});
