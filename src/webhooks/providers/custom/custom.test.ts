import { describe, expect, it } from "vitest";
import { NOW, testIngress } from "../../ingress.fixture.ts";
import { providerContract } from "../contract.ts";
import { signatureOf } from "../hmac.ts";
import { parseEvent } from "../index.ts";
import { custom } from "./custom.ts";

const encoder = new TextEncoder();
const SECRET = "s3cret";

async function guarded(
  bytes: Uint8Array,
  secret: string,
  { timestamp = String(NOW / 1000), nonce = "n-1" } = {},
): Promise<Record<string, string>> {
  const signed = new Uint8Array([...encoder.encode(`${timestamp}.${nonce}.`), ...bytes]);
  return {
    "x-webhooker-timestamp": timestamp,
    "x-webhooker-nonce": nonce,
    "x-webhooker-signature": `sha256=${await signatureOf(secret, signed)}`,
  };
}

async function plain(bytes: Uint8Array, secret: string): Promise<Record<string, string>> {
  return { "x-webhooker-signature": `sha256=${await signatureOf(secret, bytes)}` };
}

const body = JSON.stringify({ title: "Backup ✓", deliveryId: "b-1" });
const signature = "x-webhooker-signature";
providerContract({ provider: custom, body, signature, headers: plain });
providerContract({ provider: custom, body, signature, headers: guarded });

describe("a custom webhook", () => {
  const bytes = encoder.encode(JSON.stringify({ title: "Hello" }));
  const ingress = (deps = {}) => testIngress({ secrets: { "custom:acme": [SECRET] }, deps });

  it.each([
    [0, 202],
    [300, 202],
    [-300, 202],
    [301, 401],
    [-301, 401],
  ])("with a clock %i s off answers %i", async (offset, status) => {
    const headers = await guarded(bytes, SECRET, { timestamp: String(NOW / 1000 + offset) });
    expect((await ingress().post("/webhook/acme", { headers, body: bytes })).status).toBe(status);
  });

  it("uses each nonce once", async () => {
    const hook = ingress();
    const headers = await guarded(bytes, SECRET);
    expect((await hook.post("/webhook/acme", { headers, body: bytes })).status).toBe(202);
    const again = await hook.post("/webhook/acme", { headers, body: bytes });
    expect(again.status).toBe(401);
    expect(await again.json()).toMatchObject({ ok: false, error: "replayed" });
    expect(hook.jobs).toHaveLength(1);
  });

  it("may be sent again with the same nonce when it could not be kept", async () => {
    let isDown = true;
    const fail = async () => {
      throw new Error("down");
    };
    const hook = ingress({
      enqueue: async () => (isDown ? fail() : undefined),
      storeEvent: fail,
    });
    const headers = await guarded(bytes, SECRET);
    expect((await hook.post("/webhook/acme", { headers, body: bytes })).status).toBe(503);
    isDown = false;
    expect((await hook.post("/webhook/acme", { headers, body: bytes })).status).toBe(202);
  });

  it("is not believed when its timestamp or nonce was taken away or changed", async () => {
    const headers = await guarded(bytes, SECRET);
    const { "x-webhooker-nonce": _nonce, ...withoutNonce } = headers;
    for (const tampered of [
      withoutNonce,
      { ...headers, "x-webhooker-nonce": "n-2" },
      { ...headers, "x-webhooker-timestamp": String(NOW / 1000 + 1) },
    ]) {
      const answer = await ingress().post("/webhook/acme", { headers: tampered, body: bytes });
      expect(answer.status).toBe(401);
    }
  });

  it("is not recognised at the shared endpoint", async () => {
    const headers = await plain(bytes, SECRET);
    expect((await ingress().post("/webhook", { headers, body: bytes })).status).toBe(400);
  });

  it("takes its delivery id from the body, and a fresh one where there is none", async () => {
    const hook = ingress();
    const send = async (message: object) => {
      const body = encoder.encode(JSON.stringify(message));
      return (await hook.post("/webhook/acme", { headers: await plain(body, SECRET), body }))
        .status;
    };
    expect(await send({ title: "a", deliveryId: 7 })).toBe(202);
    expect(await send({ title: "b", deliveryId: "7" })).toBe(200);
    expect(await send({ title: "same" })).toBe(202);
    expect(await send({ title: "same" })).toBe(202);
    expect(await send({ title: "c", deliveryId: "x".repeat(200) })).toBe(202);
    expect([...hook.claims].every((key) => key.length <= "custom:acme:".length + 128)).toBe(true);
  });

  const envelope = {
    provider: "custom",
    endpoint: "acme",
    deliveryId: "1",
    event: "custom",
    form: false,
    receivedAt: NOW,
  } as const;

  it("is read with everything it may say", () => {
    const message = {
      title: "Deployed",
      description: "v2",
      color: "#FF8800",
      url: "https://example.org/run",
      repo: "acme/app",
      author: { name: "ci", iconUrl: null },
      fields: [{ name: "Took", value: 12, inline: true }],
      footer: "bye",
      updateKey: "deploy-2",
      version: "3",
      unknown: { ignored: true },
    };
    expect(parseEvent(envelope, JSON.stringify(message))).toMatchObject({
      event: "custom",
      payload: {
        title: "Deployed",
        color: "#ff8800",
        author: { name: "ci" },
        fields: [{ name: "Took", value: "12", inline: true }],
        updateKey: "deploy-2",
        version: 3,
      },
    });
  });

  it("takes an empty text for what is not there", () => {
    const empty = { color: "", url: "", author: "", footer: "", updateKey: "", version: "" };
    const message = { title: "a", ...empty, fields: [{ name: "x", value: "", inline: "" }] };
    expect(parseEvent(envelope, JSON.stringify(message))).toMatchObject({
      payload: { title: "a", fields: [{ name: "x", value: "" }] },
    });
  });

  it.each([
    ["{}", "must have a title"],
    ['{"title":" "}', "must have a title"],
    ['{"title":"a","color":"pinkish"}', "`color`"],
    ['{"title":"a","url":"javascript:alert(1)"}', "`url`"],
    ['{"title":"a","fields":[{"name":"x"}]}', "`fields.0.value`"],
    ['{"title":{"a":1}}', "`title`"],
    ['{"title":"a","version":"new"}', "`version`"],
  ])("says what is wrong with %s", (body, words) => {
    const parsed = parseEvent(envelope, body);
    expect("unreadable" in parsed ? parsed.unreadable : "").toContain(words);
  });
});
