import type { Incoming } from "../../src/delivery/delivery.ts";
import { targetId } from "../../src/domain/target.ts";
import { type SimulatedProcess, startProcess } from "./process.ts";
import { createRandom, type Random } from "./random.ts";
import type { Fault } from "./simulated-chat.ts";
import {
  matchByRepository,
  newsOf,
  shownState,
  stateAfter,
  type Story,
} from "./simulated-events.ts";
import { createTurns, type Turns } from "./turns.ts";
import { BATCH, createWorld, type Queued, type World } from "./world.ts";

/** What a run of chaos leaves to be judged. */
export interface Outcome {
  problems: string[];
  events: number;
  posts: number;
  doubles: number;
  unknownPosts: number;
  crashes: number;
}

interface Settings {
  db: D1Database;
  kv: KVNamespace;
  seed: number;
  events: number;
}

const GROUPS = [
  { id: "g1", logTarget: { platform: "discord", channelId: "900" } },
  { id: "g2" },
  { id: "g3", logTarget: { platform: "telegram", chatId: "-900" } },
];
const repo = (match: string) => [{ type: "repo", match }];
const discord = (channelId: string, threadId?: string) => ({
  platform: "discord",
  channelId,
  ...(threadId === undefined ? {} : { threadId }),
});
const telegram = (chatId: string, topicId?: string) => ({
  platform: "telegram",
  chatId,
  ...(topicId === undefined ? {} : { topicId }),
});
const ROUTES = [
  {
    id: "cards",
    groupId: "g1",
    filters: repo("o/a"),
    targets: [discord("100"), discord("101", "102"), telegram("-200")],
  },
  {
    id: "plain",
    groupId: "g1",
    style: "plain",
    filters: repo("o/b"),
    targets: [telegram("-200", "5"), discord("100")],
  },
  { id: "all", groupId: "g2", targets: [discord("100"), telegram("-300")] },
  { id: "c", groupId: "g3", filters: repo("o/c"), targets: [telegram("-200"), discord("400")] },
  { id: "twice", groupId: "g3", filters: [], targets: [discord("400")] },
];

interface Chaos {
  world: World;
  random: Random;
  turns: Turns;
  settings: Settings;
  calm: boolean;
  crashes: number;
  /** D1 calls that still fail. */
  outage: number;
  /** Posts that arrived without their sender knowing. */
  unknown: { target: string; text: string }[];
  accepted: Story[];
  /** Subjects whose message somebody deleted or whose chat moved: shown again at their next event. */
  disturbed: Set<string>;
  ill: Set<string>;
}

/** Everything that can go wrong, then calm, then the judgement. */
export async function runChaos(settings: Settings): Promise<Outcome> {
  const random = createRandom(settings.seed);
  const world = createWorld({
    ...settings,
    random: () => random.next(),
    groups: GROUPS,
    routes: ROUTES,
  });
  const chaos: Chaos = {
    world,
    random,
    turns: createTurns(random),
    settings,
    calm: false,
    crashes: 0,
    outage: 0,
    unknown: [],
    accepted: [],
    disturbed: new Set(),
    ill: new Set(),
  };
  world.faultOf = (target) => faultFor(chaos, target);
  world.chat.onLostPost = (target, text) => void chaos.unknown.push({ target, text });
  world.queueRefuses = () => !chaos.calm && random.chance(0.03);
  const stories = storiesOf(random, settings.events);
  const arrivals = random.shuffled([...stories, ...stories.filter(() => random.chance(0.3))]);
  while (arrivals.length > 0) await storm(chaos, arrivals);
  await settleDown(chaos);
  return await judge(chaos);
}

function storiesOf(random: Random, count: number): Story[] {
  return Array.from({ length: count }, (_, index): Story => {
    const repo = random.pick(["o/a", "o/b", "o/c"]);
    const base = {
      deliveryId: `e${index}`,
      endpoint: random.pick(["global", "global", "g1", "g2", "g3"]),
      repo,
    };
    if (random.chance(0.3)) return base;
    const number = random.below(Math.max(2, count / 40));
    const subject = `pull_request:${repo}:${number}`;
    const facet = random.pick(["title", "state", "labels", "checks"]);
    const story = { ...base, subject, facet, at: random.below(20), attention: random.chance(0.15) };
    if (!random.chance(0.15)) return story;
    const run = { subject: `workflow_run:${repo}:${number}`, onCardOf: subject };
    return { ...story, ...run, attention: false };
  });
}

function faultFor(chaos: Chaos, target: string): Fault {
  const { random, calm } = chaos;
  if (calm) return "none";
  if (chaos.ill.has(target)) return "ill";
  if (!random.chance(0.2)) return "none";
  return random.pick<Fault>([
    "lost_before",
    "lost_after",
    "server_error",
    "server_error",
    "rate_limited",
    "rate_limited",
    "rate_limited_everywhere",
    "rejected",
  ]);
}

/** One moment: arrivals, concurrent consumers, people, time. */
async function storm(chaos: Chaos, arrivals: Story[]): Promise<void> {
  const { world, random } = chaos;
  const coming = arrivals.splice(0, random.below(8));
  await Promise.all(
    coming.map(async (story) => {
      if ((await acceptOnce(chaos, story)) === "again") arrivals.push(story);
    }),
  );
  await Promise.all([
    consumeSome(chaos),
    consumeSome(chaos),
    consumeSome(chaos),
    ...(random.chance(0.15) ? [inProcess(chaos, (p) => world.delivery(p).sweep())] : []),
  ]);
  disturb(chaos);
  world.pass(random.chance(0.1) ? random.below(200_000) : random.below(4_000));
}

async function acceptOnce(chaos: Chaos, story: Story): Promise<"done" | "again"> {
  const { world } = chaos;
  try {
    const result = await inProcess(chaos, (process) => world.accept(story, process));
    // A crash here is a connection that broke: the sender sends again.
    if (result === "crashed") return "again";
    // Claimed by a try whose answer was lost: whether it was queued too, only time tells.
    if (result === "duplicate" && (await isPending(chaos, story))) return "again";
  } catch {
    return "again";
  }
  if (!chaos.accepted.some(({ deliveryId }) => deliveryId === story.deliveryId)) {
    chaos.accepted.push(story);
  }
  return "done";
}

async function isPending({ settings }: Chaos, story: Story): Promise<boolean> {
  const status = await settings.db
    .prepare("SELECT status FROM delivery_state WHERE key = ?1")
    .bind(`delivery-state:github:${story.endpoint}:${story.deliveryId}`)
    .first<string>("status");
  return status === "pending";
}

async function consumeSome(chaos: Chaos): Promise<void> {
  const { world, random } = chaos;
  const visible = random.shuffled(
    world.queue.filter(({ visibleAt }) => visibleAt <= world.clock.now),
  );
  const batch = visible.slice(0, BATCH);
  if (batch.length === 0) return;
  // At least once: a message may stay in the queue though somebody handles it.
  const again = chaos.calm ? [] : batch.filter(() => random.chance(0.05));
  world.queue = world.queue.filter((one) => !batch.includes(one) || again.includes(one));
  const verdicts = await inProcess(chaos, (process) => world.delivery(process).consume(batch));
  await putBack(chaos, batch, verdicts === "crashed" ? undefined : verdicts);
}

type Verdicts = Awaited<ReturnType<ReturnType<World["delivery"]>["consume"]>>;

const RETRY_DELAY_MS = 30_000;
const MAX_ATTEMPTS = 6;

async function putBack(
  chaos: Chaos,
  batch: readonly Queued[],
  verdicts: Verdicts | undefined,
): Promise<void> {
  const { world } = chaos;
  for (const [index, message] of batch.entries()) {
    const verdict = verdicts?.[index];
    if (verdict?.action === "ack") continue;
    const delay = verdict === undefined ? RETRY_DELAY_MS : verdict.delaySeconds * 1000;
    if (message.attempts >= MAX_ATTEMPTS) await bury(chaos, message);
    else {
      const visibleAt = world.clock.now + delay;
      world.queue.push({ ...message, attempts: message.attempts + 1, visibleAt });
    }
  }
}

async function bury(chaos: Chaos, message: Incoming): Promise<void> {
  const [verdict] = await chaos.world.delivery().bury([message]);
  if (verdict?.action !== "ack") throw new Error("a dead letter was not kept");
}

function inProcess<T>(
  chaos: Chaos,
  work: (process: SimulatedProcess) => Promise<T>,
): Promise<T | "crashed"> {
  const { random, settings } = chaos;
  const process = startProcess({
    db: settings.db,
    kv: settings.kv,
    random,
    turns: chaos.turns,
    crashes: () => (chaos.calm ? 0 : 0.004),
    stumbles: () => stumble(chaos),
    postUnknown: (target, text) => void chaos.unknown.push({ target, text }),
  });
  return process.race(work(process)).then((result) => {
    if (result === "crashed") chaos.crashes += 1;
    return result;
  });
}

/** Now and then one D1 call fails, and sometimes a row of them. */
function stumble(chaos: Chaos): "before" | "after" | false {
  const { random } = chaos;
  if (chaos.calm) return false;
  if (chaos.outage > 0) {
    chaos.outage -= 1;
    return "before";
  }
  if (random.chance(0.004)) chaos.outage = random.below(12);
  if (!random.chance(0.02)) return false;
  return random.chance(0.5) ? "before" : "after";
}

/** How many doubles of a thing are explained: `{target}|{thing}`. */
function explained(chaos: Chaos, key: string): number {
  return chaos.unknown.filter(
    ({ target, text }) => `${logical(chaos, target)}|${thingIn(text)}` === key,
  ).length;
}

/** People delete messages, chats move, bots are kicked and let in again. */
function disturb(chaos: Chaos): void {
  const { world, random } = chaos;
  if (random.chance(0.05)) {
    const cards = world.chat.messages.filter(({ text }) => text.startsWith("card "));
    if (cards.length > 0) {
      const card = random.pick(cards);
      card.deleted = true;
      chaos.disturbed.add(thingIn(card.text).slice("card ".length));
    }
  }
  if (random.chance(0.01) && world.chat.migrated.size === 0) {
    world.chat.migrate("-200", "-1200");
    for (const { text, target } of world.chat.messages) {
      if (logical(chaos, target).startsWith("telegram:-1200")) {
        chaos.disturbed.add(thingIn(text).slice("card ".length));
      }
    }
  }
  if (random.chance(0.01)) chaos.ill.add("telegram:-300");
  if (random.chance(0.05)) chaos.ill.clear();
}

/** Faults cease and time passes; what was buried is replayed, what was deleted gets its next event. */
async function settleDown(chaos: Chaos): Promise<void> {
  const { world } = chaos;
  chaos.calm = true;
  chaos.ill.clear();
  await untilQuiet(chaos);
  const letters = await lettersOf(chaos);
  await world.delivery().replay({ ids: letters });
  await untilQuiet(chaos);
  for (const subject of chaos.disturbed) await nextEvent(chaos, subject);
  await untilQuiet(chaos);
}

async function nextEvent(chaos: Chaos, subject: string): Promise<void> {
  const [, repo] = subject.split(":");
  if (repo === undefined || !subject.includes(":")) return;
  for (const endpoint of ["global", "g1", "g2", "g3"]) {
    const deliveryId = `last-${endpoint}-${subject}`;
    const story = { deliveryId, endpoint, repo, subject, facet: "closing", at: 99 };
    if ((await acceptOnce(chaos, story)) === "again") throw new Error("refused in calm");
  }
}

const FIVE_MINUTES = 300_000;

async function untilQuiet(chaos: Chaos): Promise<void> {
  const { world, settings } = chaos;
  for (let turn = 0; turn < 400; turn += 1) {
    await world.delivery().sweep();
    for (;;) {
      const before = world.queue.length;
      await consumeSome(chaos);
      const visible = world.queue.some(({ visibleAt }) => visibleAt <= world.clock.now);
      if (!visible && world.queue.length <= before) break;
    }
    const due = await settings.db
      .prepare("SELECT MIN(next_at) AS next FROM outbox WHERE status = 'due'")
      .first<number>("next");
    const leases = await settings.db
      .prepare("SELECT COUNT(*) AS held FROM message_tracking WHERE lease_until > ?1")
      .bind(world.clock.now)
      .first<number>("held");
    if (due === null && leases === 0 && world.queue.length === 0) return;
    const next = Math.min(due ?? Infinity, ...world.queue.map(({ visibleAt }) => visibleAt));
    world.pass(Math.max(FIVE_MINUTES, Math.min(next, world.clock.now + 6e7) - world.clock.now));
  }
  const rows = await settings.db
    .prepare("SELECT id, kind, attempts, reason, next_at FROM outbox WHERE status = 'due' LIMIT 5")
    .all();
  throw new Error(
    `it never came to rest: ${JSON.stringify([rows.results, world.queue.slice(0, 3)])}`,
  );
}

async function lettersOf({ settings }: Chaos): Promise<string[]> {
  const rows = await settings.db
    .prepare("SELECT id FROM outbox WHERE status <> 'due'")
    .all<{ id: string }>();
  return rows.results.map(({ id }) => id);
}

async function judge(chaos: Chaos): Promise<Outcome> {
  const { world, accepted } = chaos;
  const problems = [...judgePosts(chaos), ...judgeCards(chaos), ...(await judgeStorage(chaos))];
  const copies = countBy(posted(chaos));
  return {
    problems,
    events: accepted.length,
    posts: world.chat.messages.length,
    doubles: [...copies.values()].reduce((sum, count) => sum + count - 1, 0),
    unknownPosts: chaos.unknown.length,
    crashes: chaos.crashes,
  };
}

function wantedBy(chaos: Chaos, story: Story) {
  const facts = { event: "story", repo: { fullName: story.repo, isPrivate: false }, texts: [] };
  const origin = { endpoint: story.endpoint, provider: "github" };
  return matchByRepository(chaos.world.configuration, origin, facts).wanted;
}

/** Posts and replies: each exactly once, but for what was injected. */
function judgePosts(chaos: Chaos): string[] {
  const copies = countBy(posted(chaos));
  const expected = chaos.accepted.flatMap((story) =>
    wantedBy(chaos, story).flatMap(({ target, group, route }) => {
      const isCard = route.style !== "plain" && story.subject !== undefined;
      const thing = isCard ? "reply" : "post";
      if (isCard && story.attention !== true) return [];
      return [`${logical(chaos, targetId(target))}|${thing} ${story.deliveryId}|${group.id}`];
    }),
  );
  const perThing = countBy(expected.map((key) => key.split("|").slice(0, 2).join("|")));
  const problems = [...perThing].flatMap(([key, groups]) => {
    const seen = copies.get(key) ?? 0;
    if (seen < groups) return [`${key}: seen ${seen} times instead of ${groups}`];
    const allowed = groups + explained(chaos, key);
    return seen > allowed ? [`${key}: seen ${seen} times, at most ${allowed} explained`] : [];
  });
  const unasked = [...copies.keys()].filter(
    (key) => !key.includes("|card ") && !perThing.has(key) && !key.includes("|?"),
  );
  return [...problems, ...unasked.map((key) => `${key}: nobody asked for it`)];
}

/** Cards: newest state in each; one for each group, target and subject. */
function judgeCards(chaos: Chaos): string[] {
  const problems: string[] = [];
  const wanted = new Map<string, { target: string; subject: string; groups: Set<string> }>();
  for (const story of chaos.accepted) {
    for (const { subject } of newsOf(story)) {
      for (const { target, group, route } of wantedBy(chaos, story)) {
        if (route.style === "plain") continue;
        const id = logical(chaos, targetId(target));
        const key = `${id}|card ${subject.key}`;
        const entry = wanted.get(key) ?? { target: id, subject: subject.key, groups: new Set() };
        wanted.set(key, entry);
        entry.groups.add(group.id);
      }
    }
  }
  for (const [key, { target, subject, groups }] of wanted) {
    problems.push(...judgeCard(chaos, key, target, subject, groups));
  }
  return problems;
}

function judgeCard(
  chaos: Chaos,
  key: string,
  target: string,
  subject: string,
  groups: ReadonlySet<string>,
): string[] {
  const live = chaos.world.chat.messages.filter(
    (message) =>
      !message.deleted &&
      !message.leftBehind &&
      logical(chaos, message.target) === target &&
      thingIn(message.text) === `card ${subject}`,
  );
  const texts = [...groups].map((group) => {
    const stories = chaos.accepted.filter(
      (story) =>
        (story.endpoint === "global" || story.endpoint === group) &&
        wantedBy(chaos, story).some((one) => one.group.id === group),
    );
    return shownState(stateAfter(stories, subject));
  });
  const missing = texts.filter((text) => !live.some((message) => message.text === text));
  // A run may be shown on its pull request's card only.
  const optional = subject.startsWith("workflow_run") && live.length === 0;
  const allowed = groups.size + explained(chaos, key);
  return [
    ...(optional ? [] : missing.map((text) => `${key}: nowhere ${text}; but ${shownOf(live)}`)),
    ...(live.length > allowed ? [`${key}: ${live.length} messages, at most ${allowed}`] : []),
  ];
}

function shownOf(live: readonly { text: string; id: string }[]): string {
  return live.map(({ id, text }) => `#${id} ${text}`).join(" / ");
}

async function judgeStorage({ settings, world }: Chaos): Promise<string[]> {
  const count = async (sql: string) =>
    (await settings.db.prepare(sql).bind(world.clock.now).first<number>("n")) ?? 0;
  const checks: Record<string, string> = {
    "outbox rows": "SELECT COUNT(*) AS n FROM outbox WHERE ?1 > 0",
    "leases that ran out": `SELECT COUNT(*) AS n FROM message_tracking
      WHERE subject_key IS NOT NULL AND lease_until > 0 AND lease_until <= ?1`,
    "deliveries that did not end": `SELECT COUNT(*) AS n FROM delivery_state
      WHERE status <> 'delivered' AND ?1 > 0`,
    "failures without a reason": `SELECT COUNT(*) AS n FROM send_logs
      WHERE ok = 0 AND error IS NULL AND ?1 > 0`,
  };
  const problems: string[] = [];
  for (const [name, sql] of Object.entries(checks)) {
    const found = await count(sql);
    if (found > 0) problems.push(`${found} ${name} in the end`);
  }
  return problems;
}

function posted(chaos: Chaos): string[] {
  return chaos.world.chat.messages
    .map(({ target, text }) => `${logical(chaos, target)}|${thingIn(text)}`)
    .filter((key) => !key.includes("|card "));
}

/** What a text shows: a post, a reply, or the card of a subject. */
function thingIn(text: string): string {
  if (!text.startsWith("card ")) return /^(post|reply) /.test(text) ? text : "?summary";
  return `card ${/name=(\S+)/.exec(text)?.[1] ?? "?"}`;
}

/** A target by the id its chat has in the end. */
function logical({ world }: Chaos, target: string): string {
  const [platform, chat, ...topic] = target.split(":");
  const moved = world.chat.migrated.get(chat ?? "") ?? chat;
  return [platform, moved, ...topic].join(":");
}

function countBy(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}
