import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { experimental_readRawConfig as readRawConfig } from "wrangler";
import { z } from "zod";
import { LENA } from "./chats.ts";

export const PROJECT = join(import.meta.dirname, "..");
const RUNS = join(PROJECT, ".wrangler", "sandbox");

/** Secrets of one run, made anew each time. */
export interface Secrets {
  webhookSecret: string;
  discordToken: string;
  telegramToken: string;
  telegramSecret: string;
  githubClientSecret: string;
  encryptionKey: string;
}

export function makeSecrets(): Secrets {
  const secret = () => randomBytes(24).toString("base64url");
  return {
    webhookSecret: secret(),
    discordToken: `sandbox.discord.${secret()}`,
    telegramToken: `1200000031:${secret()}`,
    telegramSecret: secret(),
    githubClientSecret: secret(),
    encryptionKey: randomBytes(32).toString("base64"),
  };
}

export const GITHUB_CLIENT_ID = "Iv23sandboxclient";

/** Where the Worker finds the stand-ins, and itself. */
export interface Addresses {
  worker: string;
  /** What people's browsers and webhooks use to reach it. */
  frontDoor: string;
  discordApi: string;
  telegramApi: string;
  githubApi: string;
  github: string;
}

/** The files of one run: its wrangler configuration, its databases, its log. */
export interface RunFolder {
  config: string;
  state: string;
  log: string;
  /** Comes last: wrangler says on the console that it found secrets, whatever it is asked to do. */
  addSecrets(): Promise<void>;
  remove(): Promise<void>;
}

/** What the Worker reads as settings; wrangler never prints secrets. */
export interface Settings {
  vars: Readonly<Record<string, string>>;
  secrets: Readonly<Record<string, string>>;
}

export async function prepareRunFolder({ vars, secrets }: Settings): Promise<RunFolder> {
  await removeAbandonedRuns();
  const folder = join(RUNS, String(process.pid));
  await mkdir(folder, { recursive: true });
  const config = join(folder, "wrangler.json");
  await writeFile(config, JSON.stringify(localConfig(vars), undefined, 2));
  const lines = Object.entries(secrets).map(([name, value]) => `${name}="${value}"\n`);
  return {
    config,
    state: join(folder, "state"),
    log: join(folder, "worker.log"),
    // Beside the configuration, so that a developer's own file is neither read nor touched.
    addSecrets: () => writeFile(join(folder, ".dev.vars"), lines.join(""), { mode: 0o600 }),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** All settings that the Worker reads, with local values. */
export function workerSettings(
  secrets: Secrets,
  at: Addresses,
  discord: { publicKey: string; applicationId: string },
): Settings {
  return {
    vars: {
      BASE_URL: at.frontDoor,
      ADMIN_USER_IDS: String(LENA.githubId),
      ALLOW_SELF_SIGNUP: "1",
      DISCORD_API_URL: at.discordApi,
      TELEGRAM_API_URL: at.telegramApi,
      GITHUB_API_URL: at.githubApi,
      GITHUB_URL: at.github,
    },
    secrets: {
      GITHUB_WEBHOOK_SECRET: secrets.webhookSecret,
      GITEA_WEBHOOK_SECRET: secrets.webhookSecret,
      GITHUB_CLIENT_ID,
      GITHUB_CLIENT_SECRET: secrets.githubClientSecret,
      DISCORD_TOKEN: secrets.discordToken,
      DISCORD_PUBLIC_KEY: discord.publicKey,
      DISCORD_APPLICATION_ID: discord.applicationId,
      TELEGRAM_TOKEN: secrets.telegramToken,
      TELEGRAM_WEBHOOK_SECRET: secrets.telegramSecret,
      ENCRYPTION_KEY: secrets.encryptionKey,
    },
  };
}

const ShippedConfig = z.looseObject({
  main: z.string(),
  vars: z.record(z.string(), z.json()),
  assets: z.looseObject({ directory: z.string() }),
  d1_databases: z.array(z.looseObject({})),
  queues: z.looseObject({ consumers: z.array(z.looseObject({})) }),
});

/** The shipped wrangler.toml with local values: R2 is on, and queues do not wait to fill a batch. */
function localConfig(vars: Readonly<Record<string, string>>): object {
  const { rawConfig } = readRawConfig({ config: join(PROJECT, "wrangler.toml") });
  const shipped = ShippedConfig.parse(rawConfig);
  return {
    ...shipped,
    main: join(PROJECT, shipped.main),
    vars: { ...shipped.vars, ...vars },
    assets: { ...shipped.assets, directory: join(PROJECT, shipped.assets.directory) },
    d1_databases: shipped.d1_databases.map((database) => ({
      ...database,
      migrations_dir: join(PROJECT, "migrations"),
    })),
    r2_buckets: [{ binding: "PAYLOAD", bucket_name: "webhooker-payloads" }],
    queues: {
      ...shipped.queues,
      consumers: shipped.queues.consumers.map((consumer) => ({
        ...consumer,
        max_batch_timeout: 0,
      })),
    },
  };
}

/** Folders of runs that were killed before they could clean up. */
async function removeAbandonedRuns(): Promise<void> {
  await mkdir(RUNS, { recursive: true });
  const abandoned = (await readdir(RUNS)).filter((pid) => !isAlive(Number(pid)));
  await Promise.all(
    abandoned.map((pid) => rm(join(RUNS, pid), { recursive: true, force: true, maxRetries: 5 })),
  );
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
