/** Cloudflare's REST API of one KV namespace: https://developers.cloudflare.com/api/resources/kv/ */
export interface CloudflareKv {
  fetch(request: Request): Promise<Response>;
  /** What is stored, and for how many seconds. */
  values: Map<string, { value: string; expirationTtl: number | undefined }>;
  accountId: string;
  namespaceId: string;
  token: string;
}

/** A page of keys has 1,000 there; fewer here, so that a test meets several. */
const KEYS_PAGE = 2;
const SHORTEST_TTL = 60;
const LONGEST_KEY = 512;

export function createCloudflareKv(accounts: readonly string[] = ["a".repeat(32)]): CloudflareKv {
  const accountId = accounts[0] ?? "";
  const namespaceId = "0123456789abcdef0123456789abcdef";
  const kv: CloudflareKv = {
    values: new Map(),
    accountId,
    namespaceId,
    token: "cloudflare-token",
    async fetch(request) {
      if (request.headers.get("Authorization") !== `Bearer ${kv.token}`) {
        return refusal(403, 10000, "Authentication error");
      }
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/accounts") {
        return success(accounts.map((id, nth) => ({ id, name: `Account ${nth}` })));
      }
      const [, account, namespace, rest = ""] =
        /^\/accounts\/(\w+)\/storage\/kv\/namespaces\/(\w+)\/(.+)$/.exec(pathname) ?? [];
      if (account !== accountId) return refusal(403, 10000, "Authentication error");
      if (namespace !== namespaceId) return refusal(404, 10013, "namespace not found");
      if (rest === "keys") return keys(kv, searchParams);
      return value(kv, request, decodeURIComponent(rest.replace(/^values\//, "")), searchParams);
    },
  };
  return kv;
}

function keys({ values }: CloudflareKv, asked: URLSearchParams): Response {
  const prefix = asked.get("prefix") ?? "";
  const from = Number(asked.get("cursor") ?? 0);
  const all = [...values.keys()].filter((key) => key.startsWith(prefix)).sort();
  const next = from + KEYS_PAGE;
  const page = all.slice(from, next).map((name) => ({ name }));
  const cursor = next < all.length ? String(next) : "";
  return success(page, { result_info: { count: page.length, cursor } });
}

async function value(
  { values }: CloudflareKv,
  request: Request,
  key: string,
  asked: URLSearchParams,
): Promise<Response> {
  if (key.length > LONGEST_KEY) return refusal(414, 10029, "key too long");
  if (request.method === "GET") {
    const stored = values.get(key);
    return stored === undefined
      ? refusal(404, 10009, "get: 'key not found'")
      : new Response(stored.value);
  }
  if (request.method === "DELETE") values.delete(key);
  else {
    const expirationTtl = asked.has("expiration_ttl")
      ? Number(asked.get("expiration_ttl"))
      : undefined;
    if (expirationTtl !== undefined && !(expirationTtl >= SHORTEST_TTL)) {
      return refusal(400, 10033, "Invalid expiration_ttl");
    }
    values.set(key, { value: await request.text(), expirationTtl });
  }
  return success(null);
}

function success(result: unknown, more: object = {}): Response {
  return Response.json({ success: true, errors: [], messages: [], result, ...more });
}

function refusal(status: number, code: number, message: string): Response {
  const errors = [{ code, message }];
  return Response.json({ success: false, errors, messages: [], result: null }, { status });
}
