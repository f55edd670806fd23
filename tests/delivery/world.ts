import { createDelivery, type Delivery } from "../../src/delivery/delivery.ts";
import type { ChatAdapter } from "../../src/domain/chat-adapter.ts";
import type { Configuration } from "../../src/domain/matching.ts";
import type { QueueJob } from "../../src/domain/queue-job.ts";
import type { Platform } from "../../src/domain/target.ts";
import { translator } from "../../src/i18n/translate.ts";
import type { D1Gate } from "../../src/storage/d1-gate.ts";
import { createLedger } from "../../src/storage/deliveries-ledger.ts";
import { createDeliveryStore } from "../../src/storage/deliveries.ts";
import { createOutboxStore } from "../../src/storage/outbox-letters.ts";
import { createPayloadStore } from "../../src/storage/payloads.ts";
import { createSimulatedChat, type Fault, type SimulatedChat } from "./simulated-chat.ts";
import {
  configurationOf,
  matchByRepository,
  parseStory,
  type Story,
  storyPresenter,
} from "./simulated-events.ts";

/** A message in the simulated queue. */
export interface Queued {
  job: QueueJob;
  attempts: number;
  visibleAt: number;
}

export interface WorldSettings {
  db: D1Database;
  kv: KVNamespace;
  groups: readonly object[];
  routes: readonly object[];
  gate?: D1Gate;
  random?: () => number;
  /** Leaves the queue out. */
  withoutQueue?: boolean;
}

/** A deployment with simulated chats, queue and time. */
export interface World {
  clock: { now: number };
  chat: SimulatedChat;
  queue: Queued[];
  faultOf: (target: string) => Fault;
  queueRefuses: () => boolean;
  configuration: Configuration;
  groups: object[];
  routes: object[];
  /** A process of its own: `wrap` may stand around what it uses. */
  delivery(around?: Around): Delivery;
  /** As ingress does: claims, then queues or stores. */
  accept(story: Story, around?: Around): Promise<"accepted" | "duplicate">;
  /** Handles what is visible in the queue, batch by batch, until nothing is. */
  drain(): Promise<void>;
  /** Lets time pass. */
  pass(ms: number): void;
}

export interface Around {
  /** What the process read of the configuration some time ago; as it is where absent. */
  copy?: Configuration;
  db?: D1Database;
  kv?: KVNamespace;
  adapter?: (adapter: ChatAdapter) => ChatAdapter;
  /** Real pauses would only slow the test down. */
  sleep?: (ms: number) => Promise<void>;
}

export const BATCH = 3;
const START = Date.UTC(2026, 0, 15, 12);
const ALWAYS: D1Gate = {
  usable: () => Promise.resolve(true),
  failed: () => {},
  succeeded: () => {},
  state: () => ({ store: "d1" }),
};

export function createWorld(settings: WorldSettings): World {
  const clock = { now: START };
  const now = () => clock.now;
  const gate = settings.gate ?? ALWAYS;
  const world: World = {
    clock,
    chat: createSimulatedChat(now),
    queue: [],
    faultOf: () => "none",
    queueRefuses: () => settings.withoutQueue === true,
    groups: [...settings.groups],
    routes: [...settings.routes],
    configuration: configurationOf(1, settings.groups, settings.routes),
    delivery: (around = {}) => createDelivery(depsOf(settings, world, gate, around)),
    accept: (story, around = {}) => accept(settings, world, gate, story, around),
    drain: () => drain(world),
    pass: (ms) => void (clock.now += ms),
  };
  return world;
}

function depsOf(settings: WorldSettings, world: World, gate: D1Gate, around: Around) {
  const db = around.db ?? settings.db;
  const now = () => world.clock.now;
  const sleep = around.sleep ?? (() => scheduler.wait(0));
  const adapterOf = (platform: Platform): ChatAdapter => {
    const adapter = world.chat.adapter(platform, (target) => world.faultOf(target));
    return around.adapter?.(adapter) ?? adapter;
  };
  return {
    adapters: { discord: adapterOf("discord"), telegram: adapterOf("telegram") },
    presenter: storyPresenter,
    match: matchByRepository,
    parse: parseStory,
    voiceOf: () => ({ lang: "en", emoji: true }),
    say: translator,
    configurations: {
      at: () => Promise.resolve(world.configuration),
      current: () => Promise.resolve(world.configuration),
      copy: () => around.copy ?? world.configuration,
    },
    payloads: createPayloadStore({ bucket: undefined, kv: settings.kv, now }),
    ledger: createLedger({ db, gate, now, sleep }),
    outbox: createOutboxStore({ db, now }),
    gate,
    kv: around.kv ?? settings.kv,
    queue: settings.withoutQueue === true ? undefined : queueOf(world),
    moveChat: (oldId: string, newId: string) => moveChat(world, oldId, newId),
    now,
    sleep,
    random: settings.random ?? Math.random,
  };
}

async function moveChat(world: World, oldId: string, newId: string): Promise<void> {
  const text = JSON.stringify(world.routes).replaceAll(
    `"chatId":"${oldId}"`,
    `"chatId":"${newId}"`,
  );
  world.routes = JSON.parse(text) as object[];
  const revision = world.configuration.revision + 1;
  world.configuration = configurationOf(revision, world.groups, world.routes);
  await Promise.resolve();
}

/** The part of a queue that the delivery uses. */
function queueOf(world: World): Queue {
  const sendBatch = async (messages: Iterable<MessageSendRequest<QueueJob>>) => {
    await Promise.resolve();
    if (world.queueRefuses()) throw new Error("Too Many Requests (10250)");
    for (const { body, delaySeconds = 0 } of messages) {
      const visibleAt = world.clock.now + delaySeconds * 1000;
      world.queue.push({ job: structuredClone(body), attempts: 1, visibleAt });
    }
  };
  // A queue is used for this one method only.
  return { sendBatch } as unknown as Queue;
}

async function accept(
  settings: WorldSettings,
  world: World,
  gate: D1Gate,
  story: Story,
  around: Around,
): Promise<"accepted" | "duplicate"> {
  const db = around.db ?? settings.db;
  const now = () => world.clock.now;
  const store = createDeliveryStore({ db, kv: settings.kv, gate, now });
  const key = {
    provider: "github",
    endpoint: story.endpoint,
    deliveryId: story.deliveryId,
  } as const;
  if ((await store.claim(key)) === "duplicate") return "duplicate";
  const envelope = { ...key, event: "story", form: false, receivedAt: now() };
  const job = { type: "event", envelope, body: JSON.stringify(story) } as const;
  if (!world.queueRefuses()) {
    world.queue.push({ job, attempts: 1, visibleAt: now() });
    return "accepted";
  }
  try {
    const id = await createOutboxStore({ db, now }).storeEvent(job);
    await world.delivery(around).work([id]);
    return "accepted";
  } catch (error) {
    await store.release(key);
    throw error;
  }
}

async function drain(world: World): Promise<void> {
  for (;;) {
    const batch = world.queue
      .filter(({ visibleAt }) => visibleAt <= world.clock.now)
      .slice(0, BATCH);
    if (batch.length === 0) return;
    world.queue = world.queue.filter((message) => !batch.includes(message));
    const verdicts = await world.delivery().consume(batch);
    for (const [index, verdict] of verdicts.entries()) {
      const message = batch[index];
      if (message === undefined || verdict.action === "ack") continue;
      const visibleAt = world.clock.now + verdict.delaySeconds * 1000;
      world.queue.push({ ...message, attempts: message.attempts + 1, visibleAt });
    }
  }
}
