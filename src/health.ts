import type { Bindings, Config } from "./config.ts";
import type { D1State } from "./storage/d1-gate.ts";
import { describeError } from "./observability/log.ts";
import type { Vitals } from "./storage/vitals.ts";

/** Settings whose absence switches something off, and what. */
const FEATURES = [
  ["GITHUB_WEBHOOK_SECRET", "githubWebhookSecret", "GitHub webhooks at the shared endpoint"],
  [
    "GITEA_WEBHOOK_SECRET",
    "giteaWebhookSecret",
    "Gitea and Forgejo webhooks at the shared endpoint",
  ],
  ["DISCORD_TOKEN", "discordToken", "messages to Discord"],
  ["DISCORD_PUBLIC_KEY", "discordPublicKey", "commands from Discord"],
  ["TELEGRAM_TOKEN", "telegramToken", "messages to Telegram"],
  ["TELEGRAM_WEBHOOK_SECRET", "telegramWebhookSecret", "commands from Telegram"],
  ["GITHUB_CLIENT_ID", "githubClientId", "linking GitHub accounts"],
  ["GITHUB_CLIENT_SECRET", "githubClientSecret", "linking GitHub accounts"],
  ["ENCRYPTION_KEY", "encryptionKey", "linking GitHub accounts"],
  ["BASE_URL", "baseUrl", "linking GitHub accounts and registering the Telegram webhook"],
] as const satisfies readonly (readonly [string, keyof Config, string])[];

/** Waiting longer than this (ms) means that something is stuck. */
const STUCK_MS = 3_600_000;
const PROBE_KEY = "config:discord-app-id";

export interface HealthDeps {
  env: Bindings;
  config: Config;
  d1: () => Promise<D1State>;
  vitals: () => Promise<Vitals>;
  now: () => number;
}

/** `GET /health`: what works and what does not, without a secret. 503 only when no store works. */
export async function health(deps: HealthDeps): Promise<{ status: 200 | 503; body: object }> {
  const [d1, kv, queue] = await Promise.all([deps.d1(), kvState(deps.env), queueState(deps.env)]);
  const vitals = d1.store === "d1" ? await deps.vitals().catch(() => undefined) : undefined;
  const now = deps.now();
  const d1Works = vitals !== undefined;
  const ok = d1Works && kv === "ok" && queue.state !== "refuses" && !isStuck(vitals, now);
  return {
    status: d1Works || kv === "ok" ? 200 : 503,
    body: {
      status: ok ? "ok" : "degraded",
      d1: d1Words(d1, now, d1Works),
      kv,
      queue,
      ...(vitals !== undefined && vitalWords(vitals, now)),
      missing: missingSettings(deps),
    },
  };
}

/** Something waits for longer than any retry takes, or a platform refuses the bot's credentials. */
function isStuck({ outbox, pauses }: Vitals, now: number): boolean {
  const waits = outbox.oldestAt !== undefined && now - outbox.oldestAt > STUCK_MS;
  return waits || pauses.some(({ reason }) => reason === "unauthorized");
}

function vitalWords({ outbox, lastDeliveryAt, pauses }: Vitals, now: number): object {
  return {
    outbox: outboxWords(outbox, now),
    ...(lastDeliveryAt !== undefined && { lastDelivery: new Date(lastDeliveryAt).toISOString() }),
    paused: pauses.map(({ place, until, reason }) => ({
      place,
      until: new Date(until).toISOString(),
      reason,
    })),
  };
}

function d1Words({ problem, since }: D1State, now: number, works: boolean): object {
  if (works) return { state: "ok", store: "d1" };
  const advice = problem === "not_migrated" ? "Run the migrations: npm run migrate." : undefined;
  return {
    state: problem ?? "unreachable",
    store: "kv",
    ...(since !== undefined && { forSeconds: Math.round((now - since) / 1000) }),
    ...(advice !== undefined && { advice }),
  };
}

async function kvState({ KV: kv }: Bindings): Promise<"ok" | "no_binding" | "unreachable"> {
  if (kv === undefined) return "no_binding";
  return kv.get(PROBE_KEY).then(
    () => "ok" as const,
    () => "unreachable" as const,
  );
}

async function queueState({
  QUEUE: queue,
}: Bindings): Promise<{ state: string; backlog?: number }> {
  if (queue === undefined) return { state: "no_binding" };
  try {
    const { backlogCount } = await queue.metrics();
    return { state: "ok", backlog: backlogCount };
  } catch (error) {
    // Reading the backlog needs more than sending does: not being told is no failure.
    return { state: describeError(error).includes("10252") ? "refuses" : "ok" };
  }
}

function outboxWords({ due, dead, oldestAt }: Vitals["outbox"], now: number): object {
  if (oldestAt === undefined) return { due, dead };
  return { due, dead, oldestSeconds: Math.round((now - oldestAt) / 1000) };
}

interface Missing {
  setting: string;
  off: string;
  /** It is set, but not to anything that can be used. */
  unusable?: true;
}

function missingSettings({ env, config }: HealthDeps): readonly Missing[] {
  const set = new Map<string, unknown>(Object.entries(env));
  const missing = FEATURES.flatMap(([setting, key, off]): Missing[] => {
    if (config[key] !== undefined) return [];
    return [{ setting, off, ...(set.get(setting) ? { unusable: true } : {}) }];
  });
  return config.adminUserIds.length > 0 || config.allowSelfSignup
    ? missing
    : [...missing, { setting: "ADMIN_USER_IDS", off: "creating groups" }];
}
