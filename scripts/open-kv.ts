import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { experimental_readRawConfig as readRawConfig, getPlatformProxy } from "wrangler";
import { z } from "zod";

const Shipped = z.object({
  name: z.string(),
  compatibility_date: z.string(),
  kv_namespaces: z.array(z.object({ binding: z.string(), id: z.string() })),
});

/** Where `wrangler dev` keeps its own. */
const LOCAL_STATE = ".wrangler/state/v3";

/** The Worker's KV, the deployed one through whoever is logged in to wrangler (or CLOUDFLARE_API_TOKEN). */
export async function openKv(
  which: "local" | "deployed",
): Promise<{ kv: KVNamespace; close: () => Promise<void> }> {
  const { rawConfig } = readRawConfig({ config: "wrangler.toml" });
  const { kv_namespaces: namespaces, ...rest } = Shipped.parse(rawConfig);
  const remote = which === "deployed";
  if (remote && namespaces.some(({ binding, id }) => binding === "KV" && /^0+$/.test(id))) {
    throw new Error("wrangler.toml does not name your KV namespace yet: put its id there first.");
  }
  const kvOnly = namespaces
    .filter(({ binding }) => binding === "KV")
    .map((namespace) => ({ ...namespace, remote }));
  // Only the KV: nothing else of the Worker has to be there for this.
  const folder = mkdtempSync(join(tmpdir(), "webhooker-register-"));
  const configPath = join(folder, "wrangler.json");
  writeFileSync(configPath, JSON.stringify({ ...rest, kv_namespaces: kvOnly }));
  try {
    const proxy = await getPlatformProxy<{ KV: KVNamespace }>({
      configPath,
      persist: { path: resolve(LOCAL_STATE) },
      remoteBindings: remote,
    });
    return { kv: proxy.env.KV, close: () => proxy.dispose() };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
