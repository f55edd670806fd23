import { describe, expect, it, vi } from "vitest";
import { MAX_MESSAGE_BYTES } from "./accept.ts";
import { testIngress } from "./ingress.fixture.ts";
import type { IngestDeps } from "./ingest.ts";
import { sha256Hex, signatureOf } from "./providers/hmac.ts";

const SECRET = "s3cret-value";
const encoder = new TextEncoder();

function ingress(deps: Partial<IngestDeps> = {}) {
  return testIngress({
    secrets: { "github:global": [SECRET], "github:acme": ["acme's own"] },
    groups: ["unset"],
    deps,
  });
}

async function signed(body: string | Uint8Array, secret = SECRET, headers = {}) {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  return {
    body: bytes,
    headers: {
      "x-github-event": "issues",
      "x-github-delivery": "guid-1",
      "x-hub-signature-256": `sha256=${await signatureOf(secret, bytes)}`,
      ...headers,
    },
  };
}

const fail = async () => {
  throw new Error("down");
};

describe("the webhook endpoint", () => {
  it("accepts a signed webhook once and knows its repeat", async () => {
    const hook = ingress();
    const first = await hook.post("/webhook", await signed('{"action":"opened"}'));
    expect(first.status).toBe(202);
    expect(await first.json()).toEqual({ ok: true, requestId: "request-1" });
    const second = await hook.post("/webhook", await signed('{"action":"opened"}'));
    expect(second.status).toBe(200);
    expect(await second.json()).toEqual({ ok: true, duplicate: true, requestId: "request-1" });
    expect(hook.jobs).toMatchObject([
      {
        type: "event",
        body: '{"action":"opened"}',
        envelope: { provider: "github", endpoint: "global", deliveryId: "guid-1", event: "issues" },
      },
    ]);
  });

  it("takes the same GUID at two endpoints as two deliveries", async () => {
    const hook = ingress();
    expect((await hook.post("/webhook", await signed("{}"))).status).toBe(202);
    expect((await hook.post("/webhook/acme", await signed("{}", "acme's own"))).status).toBe(202);
  });

  it("does not mind a slash at the end", async () => {
    expect((await ingress().post("/webhook/", await signed("{}"))).status).toBe(202);
    const own = await signed("{}", "acme's own");
    expect((await ingress().post("/webhook/acme/", own)).status).toBe(202);
  });

  it("answers an unknown group and a bad signature alike", async () => {
    const hook = ingress();
    const bad = await hook.post("/webhook/acme", await signed("{}", "guess"));
    const unknown = await hook.post("/webhook/nobody", await signed("{}", "guess"));
    const shared = await hook.post("/webhook/global", await signed("{}"));
    const odd = await hook.post("/webhook/..%2Fx", await signed("{}"));
    const unsigned = await hook.post("/webhook", {
      body: "{}",
      headers: { "x-github-event": "push" },
    });
    const texts = await Promise.all([bad, unknown, shared, odd, unsigned].map((a) => a.text()));
    expect([bad, unknown, shared, odd, unsigned].map((a) => a.status)).toEqual(Array(5).fill(401));
    expect(new Set(texts).size).toBe(1);
    expect(hook.claims.size).toBe(0);
  });

  it("says that no secret is set", async () => {
    const answer = await ingress().post("/webhook/unset", await signed("{}"));
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: "not_configured" });
  });

  it.each(["", "  ", "{", "[]", "\u0000"])("answers 400 to the signed body %j", async (body) => {
    const hook = ingress();
    expect((await hook.post("/webhook", await signed(body))).status).toBe(400);
    expect(hook.claims.size).toBe(0);
  });

  it("answers 400 without an event header, 413 before that", async () => {
    const body = "{}";
    expect((await ingress().post("/webhook", { body })).status).toBe(400);
    const headers = { "content-length": String(26 * 1024 * 1024) };
    expect((await ingress().post("/webhook", { body, headers })).status).toBe(413);
  });

  it("counts the bytes of a body that says nothing or lies about its length", async () => {
    let sent = 0;
    const chunk = new Uint8Array(1024 * 1024);
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(chunk);
      },
    });
    const answer = await ingress().post("/webhook", {
      body: endless,
      headers: { "content-length": "2", "x-github-event": "push" },
    });
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(40);
  });

  it("reads a form, and names a delivery without an id by its body", async () => {
    const hook = ingress();
    const body = new URLSearchParams({ payload: '{"action":"opened"}' }).toString();
    const { headers, body: bytes } = await signed(body, SECRET, {
      "content-type": "application/x-www-form-urlencoded; charset=utf-8",
      "x-github-delivery": "",
    });
    expect((await hook.post("/webhook", { headers, body: bytes })).status).toBe(202);
    expect(hook.jobs).toMatchObject([
      { body, envelope: { form: true, deliveryId: await sha256Hex(bytes) } },
    ]);
  });

  it("replaces a long delivery id by its hash", async () => {
    const hook = ingress();
    const id = "i".repeat(129);
    await hook.post("/webhook", await signed("{}", SECRET, { "x-github-delivery": id }));
    expect(hook.jobs).toMatchObject([{ envelope: { deliveryId: await sha256Hex(id) } }]);
  });

  it("parks what no message can carry, counted in bytes, unparsed when it is large", async () => {
    const hook = ingress();
    const chinese = JSON.stringify({ body: "字".repeat(45_000) });
    expect(chinese.length).toBeLessThan(MAX_MESSAGE_BYTES);
    const send = async (body: string, id: string) =>
      (await hook.post("/webhook", await signed(body, SECRET, { "x-github-delivery": id }))).status;
    expect(await send(chinese, "a")).toBe(202);
    expect(await send(JSON.stringify({ body: '"'.repeat(40_000) }), "b")).toBe(202);
    expect(await send(`{${" ".repeat(200_000)}`, "c")).toBe(202);
    expect(await send(JSON.stringify({ body: "x".repeat(100_000) }), "d")).toBe(202);
    expect(hook.jobs.map((job) => "parked" in job)).toEqual([true, true, true, false]);
    expect([...hook.parked.keys()]).toEqual(["a", "b", "c"].map((id) => `github:global:${id}`));
    for (const job of hook.jobs) {
      expect(encoder.encode(JSON.stringify(job)).length).toBeLessThan(128_000);
    }
  });

  it("takes 25 MB, and not one byte more", async () => {
    const hook = ingress();
    const body = new Uint8Array(26_214_401).fill(32);
    body[0] = 123;
    body[1] = 125;
    const most = await signed(body.subarray(0, 26_214_400));
    expect((await hook.post("/webhook", most)).status).toBe(202);
    expect((await hook.post("/webhook", { ...most, body })).status).toBe(413);
    expect(hook.parked.size).toBe(1);
  });

  it("stores the event when the queue refuses, and works on it after the answer", async () => {
    const hook = ingress({ enqueue: fail });
    expect((await hook.post("/webhook", await signed("{}"))).status).toBe(202);
    expect([...hook.stored.keys()]).toEqual(["row-1"]);
    expect(hook.worked).toEqual(["row-1"]);
  });

  it("stores a body that can be parked nowhere, as long as a row can hold it", async () => {
    const hook = ingress({ park: fail });
    const body = JSON.stringify({ body: "字".repeat(60_000) });
    expect((await hook.post("/webhook", await signed(body))).status).toBe(202);
    expect([...hook.stored.values()]).toMatchObject([{ body }]);
    expect(hook.jobs).toEqual([]);
    expect(hook.worked).toEqual(["row-1"]);
  });

  it("counts bytes to the last one that a message may have", async () => {
    const hook = ingress();
    const sizeOf = (job: object) => encoder.encode(JSON.stringify(job)).length;
    const idOf = (index: number) => ({ "x-github-delivery": `delivery-${index}` });
    await hook.post("/webhook", await signed(JSON.stringify({ body: "" }), SECRET, idOf(9)));
    const room = MAX_MESSAGE_BYTES - sizeOf(hook.jobs[0] ?? {});
    for (const [index, more] of [0, 1].entries()) {
      const length = room + more;
      const text = "字".repeat(Math.floor(length / 3)) + "x".repeat(length % 3);
      const body = JSON.stringify({ body: text });
      await hook.post("/webhook", await signed(body, SECRET, idOf(index)));
    }
    expect(hook.jobs.map((job) => "parked" in job)).toEqual([false, false, true]);
  });

  it.each([
    ["neither queued nor stored", { enqueue: fail, storeEvent: fail }],
    ["neither parked nor stored", { park: fail, storeEvent: fail }],
    ["not claimed", { claim: fail }],
    ["not released", { enqueue: fail, storeEvent: fail, release: fail }],
    ["not even verified", { secretsFor: fail }],
  ])("answers 503 when it can be %s, and claims nothing", async (_case, deps) => {
    const hook = ingress(deps);
    const body = JSON.stringify({ body: "x".repeat("park" in deps ? 200_000 : 1) });
    const answer = await hook.post("/webhook", await signed(body));
    expect(answer.status).toBe(503);
    if (!("release" in deps)) expect(hook.claims.size).toBe(0);
  });

  it("refuses what is over the limit of an endpoint", async () => {
    const hook = ingress({ withinLimit: async (endpoint) => endpoint !== "acme" });
    expect((await hook.post("/webhook/acme", await signed("{}", "acme's own"))).status).toBe(429);
    expect((await hook.post("/webhook", await signed("{}"))).status).toBe(202);
  });

  it("writes one line for each answer, without the secret, the signature or the body", async () => {
    const lines: string[] = [];
    const spies = (["log", "warn", "error"] as const).map((kind) =>
      vi.spyOn(console, kind).mockImplementation((line: string) => void lines.push(line)),
    );
    const hook = ingress();
    const good = await signed('{"title":"private words"}');
    await hook.post("/webhook", good);
    await hook.post("/webhook", await signed('{"title":"private words"', "guess"));
    await hook.post("/webhook", { body: "private words" });
    await hook.post("/webhook/private%20words", good);
    for (const spy of spies) spy.mockRestore();
    expect(lines.map((line) => JSON.parse(line).outcome)).toEqual([
      "accepted",
      "unauthorized",
      "not_recognised",
      "unauthorized",
    ]);
    for (const line of lines) {
      expect(line).not.toMatch(/private|s3cret/);
      expect(line).not.toContain(good.headers["x-hub-signature-256"].slice(7));
    }
  });
});
