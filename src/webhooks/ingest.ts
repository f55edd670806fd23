import type { EventEnvelope } from "../domain/queue-job.ts";
import { type Provider, SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import type { LogEvent } from "../observability/log.ts";
import { accept, type AcceptDeps, decodeBody, fitsAMessage, type Ingested } from "./accept.ts";
import { type Answer, ANSWERS, unreadable } from "./answers.ts";
import { sha256Hex } from "./providers/hmac.ts";
import { isForm, readBytes, recogniseSender, type Sender } from "./receive.ts";

/** What ingress asks of storage and of the settings. */
export interface IngestDeps extends AcceptDeps {
  /**
   * The secrets that are good now for a provider at an endpoint (`global` or a group's id), two
   * during a rotation. `known: false`: there is no such group.
   */
  secretsFor(
    provider: Provider,
    endpoint: string,
  ): Promise<{ known: boolean; secrets: readonly string[] }>;
  /** Whether the nonce is used for the first time. */
  claimNonce(groupId: string, nonce: string): Promise<boolean>;
  /** Gives a nonce back when its webhook could not be kept: the sender is told to send it again. */
  releaseNonce(groupId: string, nonce: string): Promise<void>;
  /** Whether this endpoint may send more now; absent means always. */
  withinLimit?(endpoint: string): Promise<boolean>;
  requestId(): string;
  /** ms */
  now(): number;
}

interface Incoming {
  headers: Headers;
  bytes: Uint8Array;
  endpoint: string;
  sender: Sender;
}

const GROUP_ID = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,63}$/;
/** Longer ids are replaced by their hash. */
const MAX_ID_LENGTH = 128;
/** No forge has an event with a longer name. */
const MAX_EVENT_LENGTH = 100;

/** Takes one webhook in: receive, verify, parse or park, claim, enqueue. Answers in the contract's order. */
export async function ingest(
  deps: IngestDeps,
  request: Request,
  endpoint: string,
  log: LogEvent,
): Promise<Ingested> {
  if (deps.withinLimit !== undefined && !(await deps.withinLimit(endpoint))) {
    return { answer: ANSWERS.tooMany };
  }
  const bytes = await readBytes(request);
  if (bytes === undefined) return { answer: ANSWERS.tooLarge };
  const { headers } = request;
  const sender = recogniseSender(headers, endpoint);
  log.set({ bytes: bytes.length, provider: sender?.provider.name });
  if (sender === undefined) return { answer: ANSWERS.notRecognised };
  const incoming: Incoming = { headers, bytes, endpoint, sender };
  const refused = await refusalOf(deps, incoming);
  return refused === undefined ? takeInOnce(deps, incoming, log) : { answer: refused };
}

/** Whether an endpoint can exist at all: the shared one, or a group's. */
export function isEndpoint(endpoint: string): boolean {
  return endpoint === SHARED_ENDPOINT || GROUP_ID.test(endpoint);
}

/** Why the request is not believed, or `undefined` when it is. */
async function refusalOf(
  deps: IngestDeps,
  { headers, bytes, endpoint, sender }: Incoming,
): Promise<Answer | undefined> {
  const { known, secrets } = await secretsOf(deps, sender.provider.name, endpoint);
  // Without a secret the bytes are verified all the same, against one that nobody knows:
  // an unknown group takes the time of a known one.
  const tried = secrets.length > 0 ? secrets : [crypto.randomUUID()];
  const verdict = await sender.provider.verify({ headers, bytes }, tried, deps.now());
  if (!known || verdict === "missing") return ANSWERS.unauthorized;
  if (secrets.length === 0) return ANSWERS.notConfigured;
  if (verdict === "wrong") return ANSWERS.unauthorized;
  return verdict === "stale" ? ANSWERS.stale : undefined;
}

async function secretsOf(
  deps: IngestDeps,
  provider: Provider,
  endpoint: string,
): Promise<{ known: boolean; secrets: readonly string[] }> {
  if (!isEndpoint(endpoint)) return { known: false, secrets: [] };
  const { known, secrets } = await deps.secretsFor(provider, endpoint);
  return { known, secrets: secrets.filter((secret) => secret !== "") };
}

/** Uses up the request's nonce, if it has one, and gives it back if the webhook cannot be kept. */
async function takeInOnce(deps: IngestDeps, incoming: Incoming, log: LogEvent): Promise<Ingested> {
  const { headers, endpoint, sender } = incoming;
  const sent = sender.provider.nonce?.(headers);
  if (sent === undefined) return takeIn(deps, incoming, log);
  const nonce = await shortened(sent);
  if (!(await deps.claimNonce(endpoint, nonce))) return { answer: ANSWERS.replayed };
  let kept = false;
  try {
    const ingested = await takeIn(deps, incoming, log);
    kept = ingested.answer.status !== ANSWERS.unavailable.status;
    return ingested;
  } finally {
    if (!kept) await deps.releaseNonce(endpoint, nonce);
  }
}

async function takeIn(deps: IngestDeps, incoming: Incoming, log: LogEvent): Promise<Ingested> {
  const { bytes } = incoming;
  if (bytes.length === 0) return { answer: unreadable("The body is empty.") };
  const read = await readEnvelope(incoming, deps.now());
  if ("unreadable" in read) return { answer: unreadable(read.unreadable) };
  log.set({ webhookEvent: read.event, delivery: read.deliveryId });
  return accept(deps, read, bytes, log);
}

/**
 * What is known of the webhook besides its body, which must be readable. A large one is left to
 * the consumer, unless its sender keeps the delivery's id in it.
 */
async function readEnvelope(
  { headers, bytes, endpoint, sender }: Incoming,
  receivedAt: number,
): Promise<EventEnvelope | { unreadable: string }> {
  const { provider, recognised } = sender;
  const { eventType } = recognised;
  const envelope: EventEnvelope = {
    provider: provider.name,
    endpoint,
    deliveryId: await shortened(recognised.deliveryId ?? (await sha256Hex(bytes))),
    event: recognised.event.slice(0, MAX_EVENT_LENGTH),
    form: isForm(headers),
    receivedAt,
    ...(eventType === undefined ? {} : { eventType: eventType.slice(0, MAX_EVENT_LENGTH) }),
  };
  if (provider.deliveryIdOf === undefined && !fitsAMessage(bytes)) return envelope;
  const parsed = provider.parse(envelope, decodeBody(bytes));
  if ("unreadable" in parsed) return parsed;
  if (provider.deliveryIdOf === undefined) return envelope;
  return { ...envelope, deliveryId: await shortened(provider.deliveryIdOf(parsed)) };
}

async function shortened(id: string): Promise<string> {
  return id.length > MAX_ID_LENGTH ? sha256Hex(id) : id;
}
