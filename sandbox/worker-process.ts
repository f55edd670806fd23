import { type ChildProcess, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { prepareStorage } from "./storage.ts";
import { PROJECT, type RunFolder } from "./worker-config.ts";

const WRANGLER = join(PROJECT, "node_modules", "wrangler", "bin", "wrangler.js");
const START_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 5_000;
/** The deployed Worker's task runs every five minutes; here retries should be seen soon. */
const SCHEDULED_EVERY_MS = 5_000;
const HOUR_MS = 3_600_000;
const LOG_TAIL_LINES = 25;

/** Nothing asks, nothing phones home, nothing reads a developer's own settings. */
const QUIET = {
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  WRANGLER_HIDE_BANNER: "true",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  CLOUDFLARE_LOAD_DEV_VARS_FROM_DOT_ENV: "false",
  NO_COLOR: "1",
};

export interface WorkerProcess {
  url: string;
  /** Settles with the reason when the Worker ends without being asked to. */
  died: Promise<Error>;
  /** The last lines it logged. */
  tail(): Promise<string>;
  stop(): Promise<void>;
}

/** Prepares the local databases, starts `wrangler dev` on the port, and waits until it answers. */
export async function startWorker(run: RunFolder, port: number): Promise<WorkerProcess> {
  Object.assign(process.env, QUIET);
  await prepareStorage(run);
  await run.addSecrets();
  const url = `http://127.0.0.1:${port}`;
  const child = spawnWrangler(
    ["dev", "--config", run.config, "--persist-to", run.state, "--test-scheduled"],
    ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"],
    ["--show-interactive-dev-session=false"],
  );
  const log = createWriteStream(run.log);
  child.stdout?.pipe(log);
  child.stderr?.pipe(log);

  let stopping = false;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const tail = () => lastLines(run.log);
  const killAtExit = () => signal(child, "SIGKILL");
  process.once("exit", killAtExit);
  const died = ended.then(
    () => new Promise<Error>((resolve) => stopping || resolve(new Error("The Worker ended"))),
  );
  const scheduled = new AbortController();
  const stop = async (): Promise<void> => {
    stopping = true;
    scheduled.abort();
    signal(child, "SIGTERM");
    await Promise.race([ended, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    signal(child, "SIGKILL");
    process.off("exit", killAtExit);
  };
  try {
    await Promise.race([answers(url), died.then((error) => Promise.reject(error))]);
  } catch (error) {
    const lines = await tail();
    await stop();
    throw new Error(`The Worker did not start:\n${lines}`, { cause: error });
  }
  await registerCommands(url);
  void fireScheduled(url, scheduled.signal);
  return { url, died, tail, stop };
}

/** In a process group of its own, so that all of its children can be ended with it. */
function spawnWrangler(...args: string[][]): ChildProcess {
  return spawn(process.execPath, [WRANGLER, ...args.flat()], {
    cwd: PROJECT,
    stdio: ["ignore", "pipe", "pipe"],
    detached: process.platform !== "win32",
  });
}

function signal(child: ChildProcess, name: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, name);
  } catch (error) {
    const isGone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!isGone) throw error;
  }
}

async function answers(url: string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(`${url}/health`))) {
    if (Date.now() > deadline) throw new Error("The Worker did not answer in time");
    await sleep(150);
  }
}

async function isAnswering(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    await response.body?.cancel();
    return true;
  } catch {
    // Refused connections are what waiting looks like.
    return false;
  }
}

/** The first run of an hour registers the commands; here nobody waits for the next hour. */
async function registerCommands(url: string): Promise<void> {
  const fullHour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  await isAnswering(`${url}/cdn-cgi/local/scheduled?cron=*/5+*+*+*+*&time=${fullHour}`);
}

/** wrangler does not run scheduled tasks by itself. */
async function fireScheduled(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await isAnswering(`${url}/__scheduled?cron=*/5+*+*+*+*`);
    await sleep(SCHEDULED_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function lastLines(file: string): Promise<string> {
  const text = await readFile(file, "utf8").catch(() => "");
  return text.trimEnd().split("\n").slice(-LOG_TAIL_LINES).join("\n");
}
