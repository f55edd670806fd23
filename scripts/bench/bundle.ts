import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..", "..");
const WRANGLER = join(PROJECT, "node_modules", "wrangler", "bin", "wrangler.js");
const STARTS = 7;

export interface Bundle {
  code: string;
  bytes: number;
  gzipBytes: number;
  /** Processor time to compile and run the module's top level, in ms: the least of several new processes. */
  startMs: number;
}

/** Builds the Worker as it is deployed, and measures what a new isolate pays before the first event. */
export async function buildBundle(): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), "webhooker-bench-"));
  try {
    const env = { ...process.env, WRANGLER_SEND_METRICS: "false", CI: "1" };
    const args = ["deploy", "--dry-run", "--outdir", folder];
    await run(process.execPath, [WRANGLER, ...args], { cwd: PROJECT, env });
    const file = join(folder, "index.js");
    const code = await readFile(file, "utf8");
    const { length: bytes } = Buffer.from(code);
    return { code, bytes, gzipBytes: gzipSync(code).byteLength, startMs: await startOf(file) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function startOf(file: string): Promise<number> {
  const script = `const t = process.cpuUsage(); await import(${JSON.stringify(file)}); const u = process.cpuUsage(t); console.log((u.user + u.system) / 1000);`;
  const times: number[] = [];
  for (let start = 0; start < STARTS; start += 1) {
    const args = ["--no-warnings", "--input-type=module", "--eval", script];
    const { stdout } = await run(process.execPath, args);
    times.push(Number(stdout));
  }
  return Math.min(...times);
}
