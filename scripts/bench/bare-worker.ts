/**
 * What every webhook relay must do, and nothing else: verify the signature, remember the delivery
 * by one D1 insert, send one queue message; the consumer parses it and makes one call.
 */
interface Env {
  DB: { prepare(sql: string): { bind(...values: unknown[]): { run(): Promise<unknown> } } };
  QUEUE: { send(body: unknown): Promise<void> };
  GITHUB_WEBHOOK_SECRET: string;
  DISCORD_API_URL: string;
}

interface Batch {
  messages: readonly { body: { body: string }; ack(): void; retry(): void }[];
}

export const BARE_SCHEMA =
  "CREATE TABLE deliveries (id TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID";
const CLAIM = "INSERT INTO deliveries (id, at) VALUES (?1, ?2) ON CONFLICT DO NOTHING";

export const worker = {
  async fetch(request: Request, { DB, QUEUE, GITHUB_WEBHOOK_SECRET }: Env): Promise<Response> {
    const bytes = await request.arrayBuffer();
    const signature = request.headers.get("x-hub-signature-256") ?? "";
    if (!(await isSigned(bytes, signature, GITHUB_WEBHOOK_SECRET))) {
      return new Response("wrong signature", { status: 401 });
    }
    const id = request.headers.get("x-github-delivery") ?? crypto.randomUUID();
    await DB.prepare(CLAIM).bind(id, Date.now()).run();
    await QUEUE.send({ body: new TextDecoder().decode(bytes) });
    return Response.json({ ok: true }, { status: 202 });
  },

  async queue({ messages }: Batch, { DISCORD_API_URL }: Env): Promise<void> {
    await Promise.all(
      messages.map(async (message) => {
        const payload = JSON.parse(message.body.body) as { commits?: { message?: string }[] };
        const response = await fetch(`${DISCORD_API_URL}/channels/1/messages`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: "Bot token" },
          body: JSON.stringify({ content: payload.commits?.[0]?.message ?? "" }),
        });
        await response.json();
        if (response.ok) message.ack();
        else message.retry();
      }),
    );
  },
};

async function isSigned(bytes: ArrayBuffer, signature: string, secret: string): Promise<boolean> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    algorithm,
    false,
    ["verify"],
  );
  const hex = signature.slice("sha256=".length);
  const mac = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  return crypto.subtle.verify("HMAC", key, mac, bytes);
}
