import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { serve } from "../sandbox/server/node-http.ts";
import { createDiscord } from "../sandbox/stand-ins/discord.ts";
import { createAppIdStore } from "../src/storage/app-id.ts";
import { createCommandMarkers } from "../src/storage/command-markers.ts";
import { type CloudflareKv, createCloudflareKv } from "../tests/support/cloudflare-kv.ts";
import { onlyAccount } from "./log-in-to-cloudflare.ts";
import { createRestKv } from "./rest-kv.ts";

const API = "https://api.cloudflare.com/client/v4";

function access(cloudflare: CloudflareKv, token = cloudflare.token) {
  return {
    apiUrl: API,
    headers: { Authorization: `Bearer ${token}` },
    accountId: cloudflare.accountId,
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      const request = new Request(input, init);
      return cloudflare.fetch(new Request(request.url.replace(API, "https://kv.example"), request));
    },
  };
}

describe("the deployed Worker's KV, from a script", () => {
  it("keeps what the Worker keeps there", async () => {
    const cloudflare = createCloudflareKv();
    const kv = createRestKv(access(cloudflare), cloudflare.namespaceId);
    const markers = createCommandMarkers(kv);
    const appId = createAppIdStore(kv);
    expect([await markers.global(), await markers.guilds(), await appId.read()]).toEqual([
      undefined,
      [],
      undefined,
    ]);

    await markers.setGlobal("hash");
    await appId.save("42");
    for (const guild of ["1", "2", "3", "4", "5"]) await markers.setGuild(guild, "hash");
    await markers.removeGuild("2");
    expect(await markers.guilds()).toEqual(["1", "3", "4", "5"]);
    expect([await markers.global(), await markers.guild("5"), await appId.read()]).toEqual([
      "hash",
      "hash",
      "42",
    ]);
    expect(cloudflare.values.get("cmd:registered:global")?.expirationTtl).toBe(86_400);
    expect(cloudflare.values.get("cmd:guild:5")?.expirationTtl).toBeUndefined();
  });

  it("says what to do when Cloudflare refuses", async () => {
    const cloudflare = createCloudflareKv(["a".repeat(32), "b".repeat(32)]);
    const { namespaceId } = cloudflare;
    const stranger = createRestKv(access(cloudflare, "wrong"), namespaceId);
    await expect(stranger.get("key")).rejects.toThrow(/Workers KV Storage > Edit/);
    const elsewhere = createRestKv(access(cloudflare), "f".repeat(32));
    await expect(elsewhere.get("key")).rejects.toThrow(/kv namespace list.*wrangler\.toml/);
    const offline = { ...access(cloudflare), fetch: () => Promise.reject(new Error("no route")) };
    await expect(createRestKv(offline, namespaceId).get("key")).rejects.toThrow(
      /cannot be reached/,
    );
    await expect(onlyAccount(access(cloudflare))).rejects.toThrow(
      /CLOUDFLARE_ACCOUNT_ID.*Account 1/,
    );
  });
});

it("`npm run register` remembers in the deployed Worker's KV", { timeout: 60_000 }, async () => {
  const cloudflare = createCloudflareKv();
  const discord = await createDiscord({ token: "discord-token", now: Date.now });
  const folder = mkdtempSync(join(tmpdir(), "register-"));
  const servers = await Promise.all([
    serve((request) => cloudflare.fetch(request), 0),
    serve((request) => discord.fetch(request), 0),
  ]);
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    for (const server of servers) await server.close();
  });
  const [kvAt, discordAt] = servers.map(({ port }) => `http://127.0.0.1:${port}`);
  const shipped = readFileSync("wrangler.toml", "utf8");
  writeFileSync(join(folder, "wrangler.toml"), shipped.replace(/0{32}/, cloudflare.namespaceId));
  const env = {
    ...process.env,
    CLOUDFLARE_API_TOKEN: cloudflare.token,
    CLOUDFLARE_API_BASE_URL: kvAt,
    DISCORD_TOKEN: discord.token,
    DISCORD_API_URL: discordAt,
  };
  const script = resolve("scripts/register-commands.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: folder, env });

  expect(stdout).toContain("Discord: the global commands registered.");
  expect(discord.registered("global").map(({ name }) => name)).toContain("gh");
  expect([...cloudflare.values.keys()].sort()).toEqual([
    "cmd:registered:global",
    "config:discord-app-id",
  ]);
});
