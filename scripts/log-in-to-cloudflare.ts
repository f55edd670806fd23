import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { callCloudflare, type CloudflareAccess } from "./call-cloudflare.ts";
import { fetchInNode } from "./fetch-in-node.ts";

const packageFile = createRequire(import.meta.url).resolve("wrangler/package.json");
const API_URL = "https://api.cloudflare.com/client/v4";

/** What `wrangler auth token --json` prints. */
const Login = z.union([
  z.object({ token: z.string() }),
  z.object({ key: z.string(), email: z.string() }),
]);
const Accounts = z.object({ result: z.array(z.object({ id: z.string(), name: z.string() })) });

/** As whom wrangler acts: CLOUDFLARE_API_TOKEN or `wrangler login`, in the account that wrangler would take. */
export async function logInToCloudflare(
  configuredAccount: string | undefined,
): Promise<CloudflareAccess & { accountId: string }> {
  const { CLOUDFLARE_API_BASE_URL: apiUrl = API_URL, CLOUDFLARE_ACCOUNT_ID: account } = process.env;
  const access = { fetch: fetchInNode, apiUrl, headers: await loginHeaders() };
  return { ...access, accountId: configuredAccount ?? account ?? (await onlyAccount(access)) };
}

async function loginHeaders(): Promise<Readonly<Record<string, string>>> {
  const { CLOUDFLARE_API_TOKEN: known } = process.env;
  if (known) return { Authorization: `Bearer ${known}` };
  const wrangler = join(dirname(packageFile), "bin/wrangler.js");
  const asked = [wrangler, "auth", "token", "--json"];
  const login = await promisify(execFile)(process.execPath, asked).then(
    ({ stdout }) => Login.parse(JSON.parse(stdout)),
    () => undefined,
  );
  if (login === undefined) {
    throw new Error(
      "Nobody is logged in to Cloudflare: run `npm run wrangler -- login`, or set CLOUDFLARE_API_TOKEN to a token with the right Account > Workers KV Storage > Edit.",
    );
  }
  return "token" in login
    ? { Authorization: `Bearer ${login.token}` }
    : { "X-Auth-Key": login.key, "X-Auth-Email": login.email };
}

/** The account, where there is but one to choose. */
export async function onlyAccount(access: CloudflareAccess): Promise<string> {
  const response = await callCloudflare(access, "GET", "/accounts");
  const { result: accounts } = Accounts.parse(await response.json());
  const [only] = accounts;
  if (only !== undefined && accounts.length === 1) return only.id;
  const known = accounts.map(({ id, name }) => `${name} (${id})`).join(", ");
  throw new Error(
    "Which Cloudflare account is the Worker in? Set CLOUDFLARE_ACCOUNT_ID, or account_id in wrangler.toml, to one of: " +
      `${known || "those that `npm run wrangler -- whoami` shows"}.`,
  );
}
