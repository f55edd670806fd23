import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type Example, examples as fromGitHub } from "../../sandbox/stories/examples.ts";
import { giteaExamples } from "../../sandbox/stories/gitea-examples.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import { giteaEvent } from "../../scripts/events/gitea.ts";
import { testEnv } from "../support/env.ts";
import { hostilely } from "../support/hostile.ts";
import { createWorld, type World } from "../support/world.ts";

/** Deliberately told nothing of, even when asked for: what the platform shows nobody either. */
const PRIVATE = new Set(["release created draft"]);

/** Each as its forge names it; a route names it as GitHub does. */
const examples: readonly (Example & { forge?: "gitea" })[] = [
  ...fromGitHub,
  ...giteaExamples.map((example) => ({ ...example, forge: "gitea" as const })),
];

const SECRET = "5".repeat(64);

interface Placed {
  example: Example & { forge?: "gitea" };
  payload: JsonObject;
  groupId: string;
  channelId: string;
  chatId: string;
}

/** Each payload goes to a group of its own, with a route that names its event and chats of its own. */
async function place(
  world: World,
  payloads: readonly Pick<Placed, "example" | "payload">[],
): Promise<Placed[]> {
  const placed = payloads.map(({ example, payload }, index) => ({
    example,
    payload,
    groupId: `g${index}`,
    channelId: world.discord.places.channel({ name: `c${index}` }).id,
    chatId: world.telegram.places.group({ title: `c${index}` }).id,
  }));
  await world.configure(
    placed.map(({ groupId }) => ({ id: groupId, name: groupId, members: [] })),
    placed.map(({ groupId, channelId, chatId, example }) => ({
      id: "all",
      groupId,
      filters: [{ type: "event", match: nameAtGitHub(example) }],
      targets: [
        { platform: "discord", channelId },
        { platform: "telegram", chatId },
      ],
    })),
  );
  await Promise.all(placed.map(({ groupId }) => testEnv.KV.put(`tenant:${groupId}`, SECRET)));
  return placed;
}

async function sendAll(world: World, placed: readonly Placed[]): Promise<void> {
  for (const { example, payload, groupId } of placed) {
    const response = await world.hook({
      event: example.event,
      ...(example.forge === undefined ? {} : { forge: example.forge }),
      payload,
      path: `/webhook/${groupId}`,
      secret: SECRET,
    });
    expect(response.status, example.event).toBe(202);
  }
  await world.drain();
}

async function refusals(): Promise<readonly object[]> {
  const { results } = await testEnv.DB.prepare(
    "SELECT event, action, error, error_code, detail FROM send_logs WHERE ok = 0 AND target IS NOT NULL",
  ).all();
  return results;
}

const OUR_SLIPS = /\bundefined\b|\bnull\b|\[object Object\]|\bNaN\b/;

it("shows every real payload in both chats, without a refusal and without a slip in our words", async () => {
  const world = await createWorld();
  const placed = await place(
    world,
    examples.map((example) => ({ example, payload: example.payload })),
  );
  await sendAll(world, placed);

  expect(await refusals()).toEqual([]);
  const messages = [...world.discord.log.messages(), ...world.telegram.log.messages()];
  const hearing = new Set(messages.map(({ chatId }) => chatId));
  const unseen = placed.filter(
    ({ channelId, chatId }) => !hearing.has(channelId) || !hearing.has(chatId),
  );
  expect(unseen.map(({ example }) => nameOf(example)).filter((name) => !PRIVATE.has(name))).toEqual(
    [],
  );
  const slips = messages.map(({ text }) => text).filter((text) => OUR_SLIPS.test(text));
  expect(slips).toEqual([]);
}, 120_000);

it("shows hostile variants of the real payloads without a refusal and without pinging anybody", async () => {
  const world = await createWorld();
  const chosen = fc.sample(fc.tuple(fc.constantFrom(...examples), fc.integer()), {
    numRuns: 30,
    seed: 20_261_201,
  });
  const placed = await place(
    world,
    chosen.map(([example, seed]) => ({ example, payload: hostilely(example.payload, seed) })),
  );
  await sendAll(world, placed);

  expect(await refusals()).toEqual([]);
  const messages = [...world.discord.log.messages(), ...world.telegram.log.messages()];
  expect(messages.flatMap(({ pinged }) => pinged ?? [])).toEqual([]);
}, 120_000);

function nameAtGitHub(example: Placed["example"]): string {
  return example.forge === undefined ? example.event : giteaEvent(example, 0).event;
}

function nameOf({ event, payload }: Example): string {
  const { action = "", release } = payload as { action?: string; release?: { draft?: boolean } };
  return `${event} ${action}${release?.draft === true ? " draft" : ""}`.trim();
}
