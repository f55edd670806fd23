import { readdirSync, readFileSync } from "node:fs";
import { createRequire, stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Store } from "./store.ts";

/** A Worker in a workerd process of its own. */
export interface RunningWorker {
  name: string;
  url: URL;
  store: Store;
  /** Processor time its process has used so far, user and system, in ms. */
  cpuMs(): number;
  peakMemoryMb(): number;
  stop(): Promise<void>;
}

interface Miniflare {
  ready: Promise<URL>;
  unsafeGetDirectURL(name: string): Promise<URL>;
  dispose(): Promise<void>;
}

/** Wrangler's own copy: the runtime that `wrangler dev` runs. */
const fromWrangler = createRequire(createRequire(import.meta.url).resolve("wrangler"));
const { Miniflare, convertV4MiniflareOptions } = fromWrangler("miniflare") as {
  Miniflare: new (options: object) => Miniflare;
  convertV4MiniflareOptions: (options: object) => object;
};

const ENTRY = `
import * as module from "./worker.js";
import { batchOf, remoteBindings } from "./remote-bindings.js";
const worker = module.worker ?? module.default;
// The Worker says a line about each event; here nobody reads them.
console.log = console.warn = console.error = () => undefined;
let env;
export default {
  async fetch(request, real, ctx) {
    env ??= remoteBindings(real);
    if (!request.url.endsWith("/bench/consume")) return worker.fetch(request, env, ctx);
    const { batch, retried } = batchOf(await request.json());
    await worker.queue(batch, env, ctx);
    return new Response(String(retried()));
  },
};`;

export async function startWorker(
  name: string,
  code: string,
  { store, settings }: { store: Store; settings: Readonly<Record<string, string>> },
): Promise<RunningWorker> {
  const before = children();
  const module = (path: string, contents: string) => ({ type: "ESModule", path, contents });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      workers: [
        {
          name,
          modules: [
            module("entry.js", ENTRY),
            module("worker.js", code),
            module("remote-bindings.js", plainScript("remote-bindings.ts")),
          ],
          compatibilityDate: "2026-04-20",
          bindings: { ...settings, STORE: store.url },
          unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
        },
      ],
    }),
  );
  await miniflare.ready;
  const pid = children().find((child) => !before.includes(child));
  if (pid === undefined) throw new Error("workerd did not start, or this is not Linux");
  return {
    name,
    store,
    url: await miniflare.unsafeGetDirectURL(name),
    cpuMs: () => cpuMs(pid),
    peakMemoryMb: () => Number(/VmHWM:\s+(\d+)/.exec(procFile(pid, "status"))?.[1]) / 1024,
    async stop() {
      await miniflare.dispose();
      store.stop();
    },
  };
}

/** A script of this folder without its types. */
export function plainScript(file: string): string {
  return stripTypeScriptTypes(readFileSync(join(import.meta.dirname, file), "utf8"));
}

/** To the nanosecond, and not in the clock's ticks of 10 ms: a thread's first figure is its time on a processor. */
function cpuMs(pid: string): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const times = threads.map((id) => Number(procFile(pid, `task/${id}/schedstat`).split(" ")[0]));
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

function children(): string[] {
  return procFile(`${process.pid}/task/${process.pid}`, "children").split(" ").filter(Boolean);
}

function procFile(pid: string, file: string): string {
  return readFileSync(`/proc/${pid}/${file}`, "utf8");
}
