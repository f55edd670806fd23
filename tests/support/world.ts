import {
  createExecutionContext,
  createMessageBatch,
  createScheduledController,
  waitOnExecutionContext,
} from "cloudflare:test";
import { createDiscord, type DiscordStandIn } from "../../sandbox/stand-ins/discord.ts";
import type { Answer } from "../../sandbox/stand-ins/discord/answers.ts";
import type { SentInteraction } from "../../sandbox/stand-ins/discord/people.ts";
import { network } from "../../sandbox/stand-ins/network.ts";
import { createTelegram, type TelegramStandIn } from "../../sandbox/stand-ins/telegram.ts";
import {
  createStandInGitHub,
  type StandInGitHub,
} from "../../sandbox/stand-ins/github/stand-in.ts";
import type { Bindings } from "../../src/config.ts";
import type { Group } from "../../src/domain/group.ts";
import type { QueueJob } from "../../src/domain/queue-job.ts";
import type { Route } from "../../src/domain/route.ts";
import { createWorker } from "../../src/worker.ts";
import { testEnv } from "./env.ts";
import { signedWebhook, type Webhook } from "./webhook.ts";

const BASE = "https://webhooker.example";
const GITHUB_SECRET = "It's a Secret to Everybody";
const QUEUE = "webhooker-delivery";
const DEAD_LETTERS = "webhooker-delivery-dlq";
/** The first delivery of a message, and `max_retries` of wrangler.toml. */
const MAX_ATTEMPTS = 6;
const START = Date.UTC(2026, 11, 1, 12, 0, 0);

export interface WorldOptions {
  /** Bindings and settings that differ from the usual ones; `undefined` takes one away. */
  env?: Readonly<Record<string, unknown>>;
  /** What the deployment is registered as at GitHub; a GitHub App unless said otherwise. */
  registeredAs?: "app" | "oauth";
  /** A GitHub Enterprise Server in place of github.com. */
  enterprise?: string;
}

/** The whole Worker, with real storage and a real queue, among strict stand-ins for everybody else. */
export interface World {
  discord: DiscordStandIn;
  telegram: TelegramStandIn;
  github: StandInGitHub;
  env: Bindings;
  /** A Discord channel and a Telegram group that the sample routes name. */
  channelId: string;
  chatId: string;
  /** The guild of the Discord channel. */
  guildId: string;
  now(): number;
  /** Lets time pass (ms). */
  pass(ms: number): void;
  request(path: string, init?: RequestInit): Promise<Response>;
  send(request: Request): Promise<Response>;
  /** Sends what somebody does on Discord and shows them the answer, as it first is; a deferred one is complete by then. */
  interact(sent: SentInteraction): Promise<Answer>;
  /** Requests to addresses like this are answered this much later (real ms). */
  slowDown(address: RegExp, ms: number): void;
  /** Sends a signed webhook; the consumer has not run yet. */
  hook(webhook: Webhook): Promise<Response>;
  /** Takes everything from the queue, in one batch or several, until it is empty. */
  drain(): Promise<void>;
  /** Hands one batch to the Worker. */
  queue(batch: MessageBatch): Promise<void>;
  /** Messages that wait in the queue now, delayed ones too. */
  queued(): readonly QueueJob[];
  /** The scheduled task, once. */
  tick(): Promise<void>;
  /** Saves a group and its routes as an operator's legacy configuration, before anything is read. */
  configure(groups: readonly Partial<Group>[], routes: readonly object[]): Promise<void>;
  /** A new isolate: nothing in memory survives. */
  restart(): void;
}

interface Waiting {
  queue: string;
  job: QueueJob;
  dueAt: number;
  attempts: number;
}

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  let clock = START;
  const now = () => clock;
  const discord = await createDiscord({
    token: "discord-token",
    now,
    interactionsUrl: `${BASE}/discord/interactions`,
  });
  const telegram = createTelegram({
    token: "4242:telegram-token",
    now,
    webhookUrl: `${BASE}/telegram/webhook`,
    webhookSecret: "telegram-secret",
  });
  const { enterprise } = options;
  const bases =
    enterprise === undefined
      ? { githubUrl: "https://github.com", apiUrl: "https://api.github.com" }
      : { githubUrl: enterprise, apiUrl: `${enterprise}/api/v3` };
  const github = createStandInGitHub({
    now,
    ...bases,
    app: {
      kind: options.registeredAs ?? "app",
      clientId: "client",
      clientSecret: "client-secret",
      callbackUrl: `${BASE}/auth/github/callback`,
    },
  });
  const { id: channelId, guildId = "" } = discord.places.channel({ name: "builds" });
  const group = telegram.places.group({ title: "Team" });
  const waiting: Waiting[] = [];
  const env = environment(discord, queueOf(waiting, now), options);
  let slow: { address: RegExp; ms: number } | undefined;
  const reach = network({
    "https://discord.com/api/v10": discord,
    "https://api.telegram.org": telegram,
    [bases.githubUrl]: github,
    [bases.apiUrl]: github,
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (slow?.address.test(request.url) === true) await scheduler.wait(slow.ms);
    return reach(request);
  };
  const host = { fetch, now, sleep: async () => undefined, random: () => 0.5 };
  let worker = createWorker(host);

  const send = async (request: Request): Promise<Response> => {
    const ctx = createExecutionContext();
    const response = await worker.fetch(request, env, ctx);
    await waitOnExecutionContext(ctx);
    return response;
  };
  return {
    discord,
    telegram,
    github,
    env,
    channelId,
    guildId,
    chatId: group.id,
    now,
    pass: (ms) => void (clock += ms),
    send,
    async interact(interaction) {
      const ctx = createExecutionContext();
      const response = await worker.fetch(interaction.request, env, ctx);
      if (!response.ok) throw new Error(`Answered ${response.status}: ${await response.text()}`);
      const answer = discord.receiveAnswer(interaction, await response.json());
      await waitOnExecutionContext(ctx);
      return answer;
    },
    slowDown: (address, ms) => void (slow = { address, ms }),
    request: (path, init) => send(new Request(`${BASE}${path}`, init)),
    hook: async (webhook) => send(await signedWebhook(BASE, GITHUB_SECRET, webhook)),
    queue: (batch) => worker.queue(batch, env),
    queued: () => waiting.map(({ job }) => job),
    async drain() {
      for (;;) {
        const all = waiting.filter(({ dueAt }) => dueAt <= clock);
        const due = all.filter(({ queue }) => queue === all[0]?.queue).slice(0, 3);
        if (due.length === 0) return;
        for (const one of due) waiting.splice(waiting.indexOf(one), 1);
        await consume(worker, env, due, waiting, clock);
      }
    },
    async tick() {
      await worker.scheduled(
        createScheduledController({ scheduledTime: clock, cron: "*/5 * * * *" }),
        env,
      );
    },
    async configure(groups, routes) {
      await testEnv.KV.put("config:groups", JSON.stringify(groups));
      await testEnv.KV.put("config:routes", JSON.stringify(routes));
    },
    restart: () => void (worker = createWorker(host)),
  };
}

/** A route to both sample chats, with what differs. */
export function sampleRoute(world: World, route: Partial<Route> = {}): object {
  return {
    id: "all",
    groupId: "team",
    name: "Everything",
    enabled: true,
    filters: [],
    targets: [
      { platform: "discord", channelId: world.channelId },
      { platform: "telegram", chatId: world.chatId },
    ],
    ...route,
  };
}

function environment(
  discord: DiscordStandIn,
  queue: Queue,
  { env = {}, enterprise }: WorldOptions,
): Bindings {
  const all: Record<string, unknown> = {
    DB: testEnv.DB,
    KV: testEnv.KV,
    PAYLOAD: testEnv.PAYLOAD,
    QUEUE: queue,
    BASE_URL: BASE,
    GITHUB_WEBHOOK_SECRET: GITHUB_SECRET,
    GITEA_WEBHOOK_SECRET: "gitea-secret",
    GITHUB_CLIENT_ID: "client",
    GITHUB_CLIENT_SECRET: "client-secret",
    DISCORD_TOKEN: discord.token,
    DISCORD_PUBLIC_KEY: discord.publicKey,
    TELEGRAM_TOKEN: "4242:telegram-token",
    TELEGRAM_WEBHOOK_SECRET: "telegram-secret",
    ENCRYPTION_KEY: "0123456789abcdef0123456789abcdef0123456789abcdef",
    ADMIN_USER_IDS: "1",
    ...(enterprise && { GITHUB_URL: enterprise, GITHUB_API_URL: `${enterprise}/api/v3` }),
    ...env,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The real queue takes every message, so what it refuses is refused; what waits is kept here to be handed out. */
function queueOf(waiting: Waiting[], now: () => number): Queue {
  const keep = (job: unknown, delaySeconds = 0) => {
    // What a queue message carries is what its JSON carries.
    const copy = JSON.parse(JSON.stringify(job)) as QueueJob;
    const dueAt = now() + delaySeconds * 1000;
    waiting.push({ queue: QUEUE, job: copy, dueAt, attempts: 1 });
  };
  return {
    async send(job: unknown, options?: QueueSendOptions) {
      const sent = await testEnv.QUEUE.send(job, options);
      keep(job, options?.delaySeconds);
      return sent;
    },
    async sendBatch(messages: Iterable<MessageSendRequest>) {
      const all = [...messages];
      const sent = await testEnv.QUEUE.sendBatch(all);
      for (const { body, delaySeconds } of all) keep(body, delaySeconds);
      return sent;
    },
    metrics: () => testEnv.QUEUE.metrics(),
  };
}

async function consume(
  worker: ReturnType<typeof createWorker>,
  env: Bindings,
  due: readonly Waiting[],
  waiting: Waiting[],
  now: number,
): Promise<void> {
  const messages = due.map(({ job, attempts }, index) => ({
    id: String(index),
    timestamp: new Date(now),
    body: job,
    attempts,
  }));
  const batch = createMessageBatch<QueueJob>(due[0]?.queue ?? QUEUE, messages);
  for (const message of batch.messages) {
    const retry = message.retry.bind(message);
    message.retry = (options) => {
      retry(options);
      const one = due[Number(message.id)];
      if (one === undefined) return;
      const spent = one.queue === QUEUE && one.attempts >= MAX_ATTEMPTS;
      waiting.push({
        ...one,
        ...(spent ? { queue: DEAD_LETTERS, attempts: 1 } : { attempts: one.attempts + 1 }),
        dueAt: now + (spent ? 0 : (options?.delaySeconds ?? 30)) * 1000,
      });
    };
  }
  await worker.queue(batch, env);
}
