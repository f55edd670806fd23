import type { Fault } from "../../sandbox/stand-ins/faults.ts";
import type { QueueJob } from "../../src/domain/queue-job.ts";
import { createConfigurationStore } from "../../src/storage/configuration.ts";
import { createD1Gate } from "../../src/storage/d1-gate.ts";
import { signedWebhook } from "../support/webhook.ts";
import { type Chats, createChats, DISCORD_TOKEN, type Sending, TELEGRAM_TOKEN } from "./chats.ts";
import { type ChaosEvent, createForge, type Forge } from "./forge.ts";
import { type Handed, type Isolate, startIsolate } from "./isolate.ts";
import { judge } from "./judge.ts";
import { createPlaces, MOVED_TO, type Places } from "./places.ts";
import { createRandom, type Random } from "./random.ts";
import { createTurns, type Turns } from "./turns.ts";

/** What a run of chaos leaves to be judged, and what went wrong on the way. */
export interface Outcome {
  problems: string[];
  events: number;
  messages: number;
  /** Messages more than wanted, each explained by an answer that was lost. */
  doubles: number;
  /** Posts that arrived without their sender knowing. */
  lostPosts: number;
  crashes: number;
  replayed: number;
  deleted: number;
  injected: Record<string, number>;
}

export interface Settings {
  db: D1Database;
  kvAt: (now: () => number) => KVNamespace;
  seed: number;
  events: number;
  /** Resolves when all that can go on by itself has gone on. */
  idle: () => Promise<void>;
  /** D1 is out for so long (ms) in the middle of it. */
  outageMs?: number;
}

export interface Chaos {
  settings: Settings;
  random: Random;
  turns: Turns;
  clock: { now: number };
  chats: Chats;
  places: Places;
  forge: Forge;
  db: D1Database;
  kv: KVNamespace;
  queue: Waiting[];
  isolates: Isolate[];
  calm: boolean;
  crashes: number;
  /** D1 calls that still fail. */
  stumbles: number;
  /** In simulated ms. */
  stumblesUntil: number;
  /** D1 is out until then. */
  outUntil: number;
  /** Events that were on their way while D1 was out. */
  inOutage: Set<string>;
  /** Chats that cannot be reached for the moment. */
  ill: Set<string>;
  accepted: ChaosEvent[];
  /** Numbers of what somebody deleted, or whose chat moved: shown again at the next event. */
  disturbed: Set<number>;
  deleted: number;
  replayed: number;
  /** What gave up or was refused though the log names no failure of it. */
  unexplained: string[];
}

interface Waiting {
  queue: string;
  job: QueueJob;
  attempts: number;
  visibleAt: number;
}

/** A webhook on its way to one endpoint. */
interface Arrival {
  event: ChaosEvent;
  endpoint: string;
  /** Not before; and since when no answer is in doubt. */
  notBefore: number;
  unsureSince?: number;
}

const START = Date.UTC(2026, 0, 15, 12);
const BASE = "https://webhooker.example";
const SHARED_SECRET = "a shared secret";
const SETTINGS = {
  BASE_URL: BASE,
  GITHUB_WEBHOOK_SECRET: SHARED_SECRET,
  DISCORD_TOKEN,
  TELEGRAM_TOKEN,
};
const QUEUE = "webhooker-delivery";
const DEAD_LETTERS = "webhooker-delivery-dlq";
/** Batches of one take a shorter way through D1. */
const MOST_IN_A_BATCH = 3;
const RETRY_DELAY_SECONDS = 30;
const MAX_ATTEMPTS = 6;

/** Everything that can go wrong, then calm, then the judgement. */
export async function runChaos(settings: Settings): Promise<Outcome> {
  const chaos = await beginChaos(settings);
  const arrivals = arrivalsOf(chaos);
  const half = arrivals.length / 2;
  while (arrivals.length > half) await storm(chaos, arrivals);
  if (settings.outageMs) chaos.outUntil = chaos.clock.now + settings.outageMs;
  while (arrivals.length > 0) await storm(chaos, arrivals);
  await settleDown(chaos);
  return await outcomeOf(chaos);
}

async function beginChaos(settings: Settings): Promise<Chaos> {
  const random = createRandom(settings.seed);
  const clock = { now: START };
  const now = () => clock.now;
  const chats = await createChats(now);
  const places = createPlaces(chats);
  const kv = settings.kvAt(now);
  const endpoints = ["global", ...places.groups.map(({ id }) => id)];
  const chaos: Chaos = {
    settings,
    random,
    turns: createTurns(random, settings.idle),
    clock,
    chats,
    places,
    forge: createForge(random, { endpoints, startedAt: START }),
    db: settings.db,
    kv,
    queue: [],
    isolates: [],
    calm: true,
    crashes: 0,
    stumbles: 0,
    stumblesUntil: 0,
    outUntil: 0,
    inOutage: new Set(),
    ill: new Set(),
    accepted: [],
    disturbed: new Set(),
    deleted: 0,
    replayed: 0,
    unexplained: [],
  };
  chats.faultOf = (sending) => faultFor(chaos, sending);
  await kv.put("config:groups", JSON.stringify(places.groups));
  await kv.put("config:routes", JSON.stringify(places.routes));
  for (const [group, secret] of Object.entries(places.secrets)) {
    await kv.put(`tenant:${group}`, secret);
  }
  chaos.isolates = [start(chaos), start(chaos), start(chaos)];
  // The operator's configuration is taken over before anything goes wrong.
  await createConfigurationStore({
    db: chaos.db,
    kv,
    gate: createD1Gate({ db: chaos.db, now }),
    now,
  }).current();
  chaos.calm = false;
  return chaos;
}

function arrivalsOf({ forge, random, settings, clock }: Chaos): Arrival[] {
  const events = Array.from({ length: settings.events }, () => forge.happen());
  const once = events.flatMap((event) =>
    event.endpoints.map((endpoint) => ({ event, endpoint, notBefore: clock.now })),
  );
  return random.shuffled([
    ...once,
    ...once.filter(() => random.chance(0.2)).map((one) => ({ ...one })),
  ]);
}

function start(chaos: Chaos): Isolate {
  const bindings = { DB: chaos.db, KV: chaos.kv, QUEUE: queueOf(chaos) };
  return startIsolate({
    env: { ...bindings, ...SETTINGS },
    reach: async (request, sees) => {
      chaos.clock.now += 20 + chaos.random.below(chaos.random.chance(0.02) ? 8_000 : 300);
      return await chaos.chats.reach(request, sees);
    },
    now: () => chaos.clock.now,
    random: chaos.random,
    turns: chaos.turns,
    crashes: () => (chaos.calm ? 0 : 0.003),
    stumbles: () => stumble(chaos),
    died(posts) {
      chaos.crashes += 1;
      chaos.chats.lost.push(...posts);
    },
  });
}

/** The part of a queue that the Worker uses: it refuses now and then, and keeps what it took. */
function queueOf(chaos: Chaos): Queue {
  const take = (job: unknown, delaySeconds = 0) => {
    const copy = JSON.parse(JSON.stringify(job)) as QueueJob;
    const visibleAt = chaos.clock.now + delaySeconds * 1000;
    chaos.queue.push({ queue: QUEUE, job: copy, attempts: 1, visibleAt });
  };
  const enter = () => {
    if (!chaos.calm && chaos.random.chance(0.03)) throw new Error("Too Many Requests (10250)");
  };
  const queue = {
    async send(job: unknown, options: QueueSendOptions = {}) {
      enter();
      take(job, options.delaySeconds);
    },
    async sendBatch(messages: Iterable<MessageSendRequest>) {
      enter();
      for (const { body, delaySeconds } of messages) take(body, delaySeconds);
    },
  };
  return queue as unknown as Queue;
}

function isolate(chaos: Chaos): Isolate {
  const { random, isolates } = chaos;
  const index = random.below(isolates.length);
  const isOld = isolates[index]?.dead !== false || (!chaos.calm && random.chance(0.01));
  const chosen = isOld ? start(chaos) : isolates[index];
  if (chosen === undefined) throw new Error("there is no isolate");
  isolates[index] = chosen;
  return chosen;
}

/** One moment: arrivals, concurrent consumers, people, time. */
async function storm(chaos: Chaos, arrivals: Arrival[]): Promise<void> {
  const { random, clock } = chaos;
  const ready = arrivals.filter(({ notBefore }) => notBefore <= clock.now);
  const coming = ready.slice(0, random.below(8));
  for (const one of coming) arrivals.splice(arrivals.indexOf(one), 1);
  await Promise.all([
    ...coming.map(async (one) => {
      const again = await deliver(chaos, one);
      if (again !== undefined) arrivals.push(again);
    }),
    consumeSome(chaos),
    consumeSome(chaos),
    consumeSome(chaos),
    ...(random.chance(0.1) ? [isolate(chaos).tick()] : []),
  ]);
  if (!chaos.calm) disturb(chaos);
  clock.now += random.chance(0.1) ? random.below(200_000) : random.below(4_000);
}

/** After an answer that was lost, a claim proves nothing until it is old: a forge asks again then. */
const DOUBT_MS = 61_000;

/** Sends a webhook; what is to be sent again, and when. */
async function deliver(chaos: Chaos, arrival: Arrival): Promise<Arrival | undefined> {
  const { clock, places } = chaos;
  const { event, endpoint } = arrival;
  const shared = endpoint === "global";
  const secret = shared ? SHARED_SECRET : (places.secrets[endpoint] ?? "");
  const request = await signedWebhook(BASE, secret, {
    event: event.event,
    payload: event.payload,
    deliveryId: event.id,
    path: shared ? "/webhook" : `/webhook/${endpoint}`,
  });
  noteOutage(chaos, event.id);
  const status = await isolate(chaos).fetch(request);
  const doubtful = clock.now - (arrival.unsureSince ?? -Infinity) < DOUBT_MS;
  if (status === 202 || (status === 200 && !doubtful)) {
    if (!chaos.accepted.includes(event)) chaos.accepted.push(event);
    return undefined;
  }
  if (status === 200) return { ...arrival, notBefore: clock.now + DOUBT_MS };
  if (status !== "crashed" && status !== 503 && status !== 500)
    throw new Error(`answered ${status}`);
  return { ...arrival, notBefore: clock.now + 5_000, unsureSince: clock.now };
}

function noteOutage(chaos: Chaos, id: string | undefined): void {
  if (id !== undefined && chaos.clock.now < chaos.outUntil + 120_000) chaos.inOutage.add(id);
}

async function consumeSome(chaos: Chaos): Promise<void> {
  const { random, clock } = chaos;
  const visible = random.shuffled(chaos.queue.filter(({ visibleAt }) => visibleAt <= clock.now));
  const name = visible[0]?.queue;
  if (name === undefined) return;
  const batch = visible
    .filter(({ queue }) => queue === name)
    .slice(0, 1 + random.below(MOST_IN_A_BATCH));
  // At least once: a message may stay in the queue though somebody handles it.
  const again = chaos.calm ? [] : batch.filter(() => random.chance(0.05));
  chaos.queue = chaos.queue.filter((one) => !batch.includes(one) || again.includes(one));
  for (const { job } of batch) if (job.type === "event") noteOutage(chaos, job.envelope.deliveryId);
  const handed: Handed[] = batch.map(({ job, attempts }) => ({ job, attempts }));
  await isolate(chaos).consume(name, handed);
  for (const one of handed) putBack(chaos, name, one);
}

function putBack(chaos: Chaos, queue: string, { job, attempts, verdict }: Handed): void {
  if (verdict === "ack") return;
  const delay = (verdict?.retryAfterSeconds ?? RETRY_DELAY_SECONDS) * 1000;
  const spent = attempts >= MAX_ATTEMPTS && queue === QUEUE;
  chaos.queue.push({
    queue: spent ? DEAD_LETTERS : queue,
    job,
    attempts: spent ? 1 : attempts + 1,
    visibleAt: chaos.clock.now + delay,
  });
}

const LONGEST_STUMBLE_MS = 20_000;

/** Now and then one D1 call fails, and sometimes a row of them. */
function stumble(chaos: Chaos): "before" | "after" | false {
  const { random } = chaos;
  if (chaos.clock.now < chaos.outUntil) return "before";
  if (chaos.calm) return false;
  if (chaos.stumbles > 0 && chaos.clock.now < chaos.stumblesUntil) {
    chaos.stumbles -= 1;
    return "before";
  }
  chaos.stumbles = 0;
  if (random.chance(0.003)) {
    chaos.stumbles = random.below(12);
    // A row that lasted a minute would be an outage, with promises of its own.
    chaos.stumblesUntil = chaos.clock.now + LONGEST_STUMBLE_MS;
  }
  if (!random.chance(0.015)) return false;
  return random.chance(0.5) ? "before" : "after";
}

function faultFor(chaos: Chaos, { platform, chatId, on }: Sending): Fault | undefined {
  const { random, calm, ill } = chaos;
  if (calm) return undefined;
  if (ill.has(chatId)) return { kind: "unknown_chat" };
  if (!random.chance(0.18)) return undefined;
  // Whoever waits for an answer in vain waits for ten seconds.
  if (random.chance(0.1)) chaos.clock.now += 10_000;
  const retryAfterSeconds = 1 + random.below(20);
  return random.pick<Fault>([
    { kind: "dropped_before" },
    { kind: "dropped_after" },
    { kind: "server_error" },
    { kind: "server_error", status: 503 },
    { kind: "rate_limited", retryAfterSeconds },
    { kind: "rate_limited", retryAfterSeconds },
    { kind: "rate_limited", retryAfterSeconds, global: platform === "discord" },
    { kind: "rejected" },
    ...(on === "edit" ? [{ kind: "gone" } as const] : []),
    ...(random.chance(0.05) ? [{ kind: "unauthorized" } as const] : []),
  ]);
}

/** People delete messages, kick the bot and take it back; threads sleep, topics close, a chat moves. */
function disturb(chaos: Chaos): void {
  const { random, chats, places, ill } = chaos;
  const { discord, telegram } = chats;
  const { fickle, forum, threadId } = places;
  if (random.chance(0.15)) deleteSome(chaos);
  if (random.chance(0.1)) discord.places.archive(threadId);
  if (random.chance(0.02)) telegram.places.setBot(fickle.chatId, "kicked");
  else if (random.chance(0.1)) telegram.places.setBot(fickle.chatId, "member");
  if (random.chance(0.02)) discord.places.deny(fickle.channelId, "access");
  else if (random.chance(0.1)) discord.places.deny(fickle.channelId);
  if (random.chance(0.02)) telegram.places.setTopic(forum.chatId, forum.topicId, "closed");
  else if (random.chance(0.1)) telegram.places.setTopic(forum.chatId, forum.topicId, "open");
  if (random.chance(0.02)) ill.add(fickle.channelId);
  else if (random.chance(0.1)) ill.clear();
  if (random.chance(0.01)) move(chaos);
}

function deleteSome(chaos: Chaos): void {
  const { random, chats } = chaos;
  const standing = chats.messages().filter(({ deleted }) => !deleted);
  if (standing.length === 0) return;
  const { platform, chatId, messageId, text } = random.pick(standing);
  const log = platform === "discord" ? chats.discord.log : chats.telegram.log;
  log.remove(chatId, messageId);
  chaos.deleted += 1;
  noteDisturbed(chaos, text);
}

function move(chaos: Chaos): void {
  const { chats, places } = chaos;
  const { log, places: telegram } = chats.telegram;
  const left = log.messages().filter(({ chatId }) => chatId === places.movingChat);
  if (places.moved || left.length < 5) return;
  telegram.migrate(places.movingChat, MOVED_TO);
  places.moved = true;
  for (const { text } of left) noteDisturbed(chaos, text);
}

function noteDisturbed(chaos: Chaos, text: string): void {
  const number = /Thing s(\d+)|Run r(\d+)/.exec(text);
  if (number !== null) chaos.disturbed.add(Number(number[1] ?? number[2]));
}

/** Faults cease and time passes; what gave up is replayed, what was deleted gets its next event. */
async function settleDown(chaos: Chaos): Promise<void> {
  const { chats, places, clock } = chaos;
  chaos.calm = true;
  chaos.ill.clear();
  chats.telegram.places.setBot(places.fickle.chatId, "member");
  chats.discord.places.deny(places.fickle.channelId);
  chats.telegram.places.setTopic(places.forum.chatId, places.forum.topicId, "open");
  clock.now = Math.max(clock.now, chaos.outUntil + 60_000);
  await untilQuiet(chaos);
  await replayAll(chaos);
  for (const number of chaos.disturbed) {
    const event = chaos.forge.touch(number, "global");
    const again = await deliver(chaos, { event, endpoint: "global", notBefore: 0 });
    if (again !== undefined) throw new Error("refused though all is calm");
  }
  await untilQuiet(chaos);
  await replayAll(chaos);
}

const UNEXPLAINED = `
  SELECT o.id FROM outbox o
  WHERE o.status <> 'due' AND o.kind <> 'event' AND COALESCE(o.subject_key, '') NOT LIKE 'summary:%'
    AND NOT EXISTS (SELECT 1 FROM send_logs l
      WHERE l.ok = 0 AND l.error IS NOT NULL AND l.group_id = o.group_id
        AND (l.delivery_id = o.log ->> 'deliveryId' OR l.target = o.target_id))`;

async function replayAll(chaos: Chaos): Promise<void> {
  const silent = await chaos.db.prepare(UNEXPLAINED).all<{ id: string }>();
  chaos.unexplained.push(...silent.results.map(({ id }) => id));
  const letters = await chaos.db
    .prepare("SELECT id FROM outbox WHERE status <> 'due'")
    .all<{ id: string }>();
  chaos.replayed += await isolate(chaos).replay(letters.results.map(({ id }) => id));
  await untilQuiet(chaos);
}

const FIVE_MINUTES = 300_000;

async function untilQuiet(chaos: Chaos): Promise<void> {
  const { clock, db } = chaos;
  for (let turn = 0; turn < 600; turn += 1) {
    await isolate(chaos).tick();
    while (chaos.queue.some(({ visibleAt }) => visibleAt <= clock.now)) await consumeSome(chaos);
    const next = await db
      .prepare(
        `SELECT MIN(at) AS at FROM (SELECT MIN(next_at) AS at FROM outbox WHERE status = 'due'
         UNION ALL SELECT MIN(lease_until) FROM message_tracking WHERE lease_until > ?1)`,
      )
      .bind(clock.now)
      .first<number>("at");
    if (next === null && chaos.queue.length === 0) return;
    const soonest = Math.min(next ?? Infinity, ...chaos.queue.map(({ visibleAt }) => visibleAt));
    clock.now = Math.max(clock.now + FIVE_MINUTES, soonest);
  }
  const rows = await db
    .prepare("SELECT id, kind, attempts, reason, next_at FROM outbox WHERE status = 'due' LIMIT 5")
    .all();
  throw new Error(
    `it never came to rest: ${JSON.stringify([rows.results, chaos.queue.slice(0, 3)])}`,
  );
}

async function outcomeOf(chaos: Chaos): Promise<Outcome> {
  const { problems, doubles } = await judge(chaos);
  return {
    problems,
    events: chaos.accepted.length,
    messages: chaos.chats.messages().length,
    doubles,
    lostPosts: chaos.chats.lost.length,
    crashes: chaos.crashes,
    replayed: chaos.replayed,
    deleted: chaos.deleted,
    injected: Object.fromEntries(chaos.chats.injected),
  };
}
