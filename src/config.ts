import { z } from "zod";

/** The Worker's bindings as deployed; what an account may lack is optional. */
export type Bindings = Pick<Env, never> & {
  DB?: D1Database;
  KV?: KVNamespace;
  QUEUE?: Queue;
  PAYLOAD?: R2Bucket;
  ASSETS?: Fetcher;
  LIMITER?: RateLimit;
};

const setting = z.string().trim().min(1).optional().catch(undefined);
/** What has another shape is as good as missing: its feature is off, and `/health` says why. */
const shaped = (shape: RegExp) =>
  setting.transform((value) => (value !== undefined && shape.test(value) ? value : undefined));
const flag = z
  .string()
  .optional()
  .transform((value) => ["1", "true", "on", "yes"].includes(value?.trim().toLowerCase() ?? ""));
const days = (fallback: number) => z.coerce.number().int().positive().catch(fallback);
const base = (fallback: string) =>
  setting.transform((value) => (value ?? fallback).replace(/\/+$/, ""));

const Settings = z
  .object({
    GITHUB_WEBHOOK_SECRET: setting,
    GITEA_WEBHOOK_SECRET: setting,
    GITHUB_APP_ID: setting,
    GITHUB_PRIVATE_KEY: setting,
    GITHUB_CLIENT_ID: setting,
    GITHUB_CLIENT_SECRET: setting,
    DISCORD_TOKEN: setting,
    DISCORD_PUBLIC_KEY: shaped(/^[0-9a-f]{64}$/i),
    DISCORD_APPLICATION_ID: setting,
    TELEGRAM_TOKEN: setting,
    TELEGRAM_WEBHOOK_SECRET: setting,
    ENCRYPTION_KEY: shaped(/^.{32,}$/s),
    ENCRYPTION_KEY_PREVIOUS: setting,
    BASE_URL: shaped(/^https?:\/\/[^\s/]+/).transform((value) => value?.replace(/\/+$/, "")),
    ADMIN_USER_IDS: z
      .string()
      .optional()
      .transform((list) =>
        (list ?? "")
          .split(",")
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ALLOW_SELF_SIGNUP: flag,
    DISCORD_COMMAND_SCOPE: z.enum(["global", "guild"]).catch("global"),
    AUDIT_RETENTION_DAYS: days(90),
    SEND_LOG_RETENTION_DAYS: days(30),
    DISCORD_API_URL: base("https://discord.com/api/v10"),
    TELEGRAM_API_URL: base("https://api.telegram.org"),
    GITHUB_API_URL: base("https://api.github.com"),
    GITHUB_URL: base("https://github.com"),
  })
  .transform(camelCased);

/** Everything the operator can set, parsed once. A missing setting is `undefined`, and its feature is off. */
export type Config = z.output<typeof Settings>;

export function readConfig(env: object): Config {
  return Settings.parse(env);
}

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<S>;
type Camelled<T> = { [K in keyof T & string as Camel<K>]: T[K] };

function camelCased<T extends object>(settings: T): Camelled<T> {
  const entries = Object.entries(settings).map(([name, value]) => [
    name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ]);
  // The keys are those of `Camelled` by construction: the same rule, said once in types and once in code.
  return Object.fromEntries(entries) as Camelled<T>;
}
