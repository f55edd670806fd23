import { beforeEach, describe, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { pullRequestStory } from "../../sandbox/stories/pull-request.ts";
import { workflowStory } from "../../sandbox/stories/workflow.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const TEAM = { id: "team", name: "Team", members: [], emoji: true };

let world: World;

beforeEach(async () => {
  world = await createWorld();
  await world.configure([TEAM], [sampleRoute(world)]);
});

const shown = () => [...world.discord.log.messages(), ...world.telegram.log.messages()];

describe("a signed webhook", () => {
  const { event, payload } = findExample("ping");

  it("is accepted and shown in both chats", async () => {
    const response = await world.hook({ event: "push", payload: findExample("push").payload });
    expect(response.status).toBe(202);
    expect(await response.json()).toMatchObject({ ok: true, requestId: expect.any(String) });

    await world.drain();

    expect(world.discord.log.messages()).toHaveLength(1);
    expect(world.telegram.log.messages()).toHaveLength(1);
  });

  it("is accepted as a form, too, with the signature over the form's bytes", async () => {
    const response = await world.hook({ event, payload, form: true });
    expect(response.status).toBe(202);
  });

  it("arriving ten times in parallel is one message", async () => {
    const webhook = { event: "push", payload: findExample("push").payload, deliveryId: "the-same" };
    const responses = await Promise.all(Array.from({ length: 10 }, () => world.hook(webhook)));
    await world.drain();

    expect(responses.filter(({ status }) => status === 202)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(9);
    expect(world.discord.log.messages()).toHaveLength(1);
    expect(world.telegram.log.messages()).toHaveLength(1);
  });

  it("taken from the queue twice at the same moment is one message", async () => {
    await world.hook({ event: "push", payload: findExample("push").payload });
    const [job] = world.queued();
    await world.env.QUEUE?.send(job);
    await world.env.QUEUE?.send(job);
    await world.drain();

    expect(world.discord.log.messages()).toHaveLength(1);
    expect(world.telegram.log.messages()).toHaveLength(1);
  });
});

describe("what is not a webhook", () => {
  const stored = async () => {
    const [claims, state] = await testEnv.DB.batch([
      testEnv.DB.prepare("SELECT COUNT(*) AS n FROM dedup_keys"),
      testEnv.DB.prepare("SELECT COUNT(*) AS n FROM delivery_state"),
    ]);
    return [claims?.results, state?.results, world.queued().length];
  };
  const nothing = [[{ n: 0 }], [{ n: 0 }], 0];

  it.each([
    ["a wrong signature", { secret: "wrong" }, 401],
    ["invalid JSON", { payload: "{nope" }, 400],
    ["an empty body", { payload: "" }, 400],
    ["26 MB", { payload: `"${"x".repeat(26 * 1024 * 1024)}"` }, 413],
  ])("%s is refused and nothing of it is stored", async (_, difference, status) => {
    const response = await world.hook({ event: "push", payload: {}, ...difference });
    expect(response.status).toBe(status);
    expect(await stored()).toEqual(nothing);
  });

  it("no signature and no event header are refused alike by everything behind them", async () => {
    const body = "{}";
    const noSignature = await world.request("/webhook", {
      method: "POST",
      body,
      headers: { "X-GitHub-Event": "push" },
    });
    const noEvent = await world.request("/webhook", { method: "POST", body });
    expect([noSignature.status, noEvent.status]).toEqual([401, 400]);
    expect(await stored()).toEqual(nothing);
  });

  it("an unknown group and a wrong signature get the same answer", async () => {
    const unknown = await world.hook({ event: "push", payload: {}, path: "/webhook/nobody" });
    const wrong = await world.hook({ event: "push", payload: {}, secret: "wrong" });
    const body = async (response: Response) => ({
      ...(await response.json<object>()),
      requestId: "",
    });
    expect(unknown.status).toBe(wrong.status);
    expect(await body(unknown)).toEqual(await body(wrong));
  });
});

describe("a message edited in place", () => {
  it("shows a run's newest state, whatever order its events arrive in, and moves again with a re-run", async () => {
    const steps = workflowStory.steps({ number: 7, startedAt: world.now() });
    const shuffled = [...steps]
      .sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
      .toReversed();
    await Promise.all(
      [...shuffled, ...steps].map(({ event, payload }) => world.hook({ event, payload })),
    );
    await world.drain();

    const cards = world.discord.log.messages().filter(({ replyTo }) => replyTo === undefined);
    expect(cards).toHaveLength(1);
    for (const expected of workflowStory.shows({ number: 7, startedAt: world.now() })) {
      if (!expected.edited) continue;
      for (const text of expected.contains)
        expect(cards[0]?.text.toLowerCase()).toContain(text.toLowerCase());
    }
  });

  it("tells a pull request's whole story on one card in each chat", async () => {
    for (const { event, payload } of pullRequestStory.steps({
      number: 3,
      startedAt: world.now(),
    })) {
      await world.hook({ event, payload });
      await world.drain();
      world.pass(1_000);
    }
    for (const log of [world.discord.log, world.telegram.log]) {
      const cards = log.messages().filter(({ replyTo }) => replyTo === undefined);
      expect(cards).toHaveLength(1);
      expect(cards[0]?.text).toContain("merged");
      expect(log.messages().length - 1).toBeLessThanOrEqual(8);
    }
    expect(shown().flatMap(({ pinged }) => pinged ?? [])).toEqual([]);
  });
});

describe("the log", () => {
  it("has a row for each dispatch, and says why an event reached nobody", async () => {
    await world.configure(
      [TEAM],
      [sampleRoute(world, { filters: [{ type: "repo", match: "other/*" }] })],
    );
    world.restart();
    await world.hook({ event: "push", payload: findExample("push").payload });
    await world.drain();

    const { results } = await testEnv.DB.prepare("SELECT event, ok, detail FROM send_logs").all();
    expect(shown()).toEqual([]);
    expect(results).toHaveLength(1);
    expect(JSON.stringify(results[0])).toContain("repo");
  });
});
