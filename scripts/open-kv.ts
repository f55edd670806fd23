import { resolve } from "node:path";
import { experimental_readRawConfig as readRawConfig, getPlatformProxy } from "wrangler";
import { z } from "zod";
import type { PlainKv } from "../src/storage/plain-kv.ts";
import { logInToCloudflare } from "./log-in-to-cloudflare.ts";
import { createRestKv } from "./rest-kv.ts";

const Shipped = z.object({
  account_id: z.string().optional(),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string().optional() })),
});

/** Where `wrangler dev` keeps its own. */
const LOCAL_STATE = ".wrangler/state/v3";
const CONFIG = "wrangler.toml";

interface OpenKv {
  kv: PlainKv;
  close: () => Promise<void>;
}

/** The Worker's KV, the deployed one through whoever is logged in to wrangler (or CLOUDFLARE_API_TOKEN). */
export async function openKv(which: "local" | "deployed"): Promise<OpenKv> {
  return which === "local" ? openLocal() : openDeployed();
}

async function openLocal(): Promise<OpenKv> {
  const { env, dispose } = await getPlatformProxy<{ KV: KVNamespace }>({
    configPath: CONFIG,
    persist: { path: resolve(LOCAL_STATE) },
    remoteBindings: false,
  });
  return { kv: env.KV, close: dispose };
}

/**
 * Not wrangler's remote bindings: they put a preview of a Worker into the account, which needs the right to edit
 * Workers and a workers.dev subdomain, to read a few keys.
 */
async function openDeployed(): Promise<OpenKv> {
  const { account_id: account, kv_namespaces: all } = Shipped.parse(
    readRawConfig({ config: CONFIG }).rawConfig,
  );
  const id = all.find(({ binding }) => binding === "KV")?.id;
  if (id === undefined || /^0*$/.test(id)) {
    throw new Error(
      "wrangler.toml does not name your KV namespace yet: put its id there first " +
        "(`npm run wrangler -- kv namespace list` shows it), or use --local.",
    );
  }
  const kv = createRestKv(await logInToCloudflare(account), id);
  return { kv, close: () => Promise.resolve() };
}
