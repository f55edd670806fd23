import type { EventEnvelope } from "../../../domain/queue-job.ts";
import { textAt } from "../../read-json.ts";
import { isSignedBy } from "../hmac.ts";
import {
  headerOf,
  type Parsed,
  type SignedRequest,
  type Verdict,
  type WebhookProvider,
} from "../provider.ts";
import { readBody } from "../read-body.ts";
import { CustomMessage, firstProblem } from "./custom-message.ts";

const SIGNATURE = "x-webhooker-signature";
const TIMESTAMP = "x-webhooker-timestamp";
const NONCE = "x-webhooker-nonce";
const SIGNATURE_PREFIX = "sha256=";
/** How far a sender's clock may be off, either way. */
const TOLERANCE_SECONDS = 300;

/** Anybody's own JSON, at a group's endpoint. */
export const custom: WebhookProvider = {
  name: "custom",
  groupOnly: true,
  recognise: (headers) => (headers.get(SIGNATURE) === null ? undefined : { event: "custom" }),
  async verify(request, secrets, now): Promise<Verdict> {
    const signature = headerOf(request.headers, SIGNATURE);
    if (signature === undefined) return "missing";
    const hex = signature.startsWith(SIGNATURE_PREFIX)
      ? signature.slice(SIGNATURE_PREFIX.length)
      : "";
    if (!(await isSignedBy(secrets, hex, signedBytes(request)))) return "wrong";
    return isFresh(request.headers, now) ? "ok" : "stale";
  },
  nonce: (headers) => replayGuard(headers)?.nonce,
  deliveryIdOf: (event) => textAt(event.payload, "deliveryId") ?? crypto.randomUUID(),
  parse: parseCustom,
};

/** Timestamp and nonce guard together or not at all: each needs the other. */
function replayGuard(headers: Headers): { timestamp: string; nonce: string } | undefined {
  const timestamp = headerOf(headers, TIMESTAMP);
  const nonce = headerOf(headers, NONCE);
  return timestamp === undefined || nonce === undefined ? undefined : { timestamp, nonce };
}

function signedBytes({ headers, bytes }: SignedRequest): Uint8Array {
  const guard = replayGuard(headers);
  if (guard === undefined) return bytes;
  const prefix = new TextEncoder().encode(`${guard.timestamp}.${guard.nonce}.`);
  const signed = new Uint8Array(prefix.length + bytes.length);
  signed.set(prefix);
  signed.set(bytes, prefix.length);
  return signed;
}

function isFresh(headers: Headers, now: number): boolean {
  const guard = replayGuard(headers);
  if (guard === undefined) return true;
  if (!/^\d{1,15}$/.test(guard.timestamp)) return false;
  return Math.abs(now / 1000 - Number(guard.timestamp)) <= TOLERANCE_SECONDS;
}

function parseCustom(envelope: EventEnvelope, body: string): Parsed {
  const read = readBody(envelope, body);
  if ("unreadable" in read) return read;
  const message = CustomMessage.safeParse(read.payload);
  if (!message.success) return { unreadable: firstProblem(message.error) };
  const { provider, endpoint, deliveryId, receivedAt } = envelope;
  return { provider, endpoint, deliveryId, event: "custom", receivedAt, payload: message.data };
}
