import type { ChatAdapter } from "../domain/chat-adapter.ts";
import type { Group } from "../domain/group.ts";
import type { Configuration, Match } from "../domain/matching.ts";
import type { EventEnvelope } from "../domain/queue-job.ts";
import type { Presenter } from "../domain/reading.ts";
import type { Platform } from "../domain/target.ts";
import type { Voice } from "../domain/voice.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import type { D1Gate } from "../storage/d1-gate.ts";
import type { Ledger } from "../storage/deliveries-ledger.ts";
import type { OutboxStore } from "../storage/outbox-letters.ts";
import type { KvMessage } from "../storage/message-tracking-kv.ts";
import type { HashOf } from "./fingerprint.ts";
import type { Limiter } from "./limiter.ts";
import type { Say } from "./summary.ts";

/** All that the delivery is handed. */
export interface DeliveryDeps {
  /** A platform that is not configured is absent: what is for it waits. */
  adapters: Readonly<Partial<Record<Platform, ChatAdapter>>>;
  presenter: Presenter;
  match: Match;
  /** The provider's; throws for a body that nobody can read. */
  parse(envelope: EventEnvelope, body: string | ArrayBuffer): WebhookEvent;
  voiceOf: (group: Group) => Voice;
  /** The sentences of the summary in a language. */
  say(lang: string): Say;
  configurations: {
    at(revision: number): Promise<Configuration>;
    current(): Promise<Configuration>;
    /** What was read last, if anything was: right only where D1's revision is its revision. */
    copy(): Configuration | undefined;
  };
  payloads: {
    /** The body stays for as long as its event can be replayed. */
    keep(reference: string): Promise<void>;
    /** Throws when the object is not there (yet). */
    load(reference: string): Promise<string | ArrayBuffer>;
    remove(reference: string): Promise<void>;
  };
  /** Absent without a D1 binding: then KV does what it can. */
  ledger: Ledger | undefined;
  outbox: OutboxStore | undefined;
  gate: Pick<D1Gate, "usable">;
  kv: KVNamespace | undefined;
  queue: Queue | undefined;
  /** Rewrites a Telegram chat's id in routes and chats; the delivery's own tables it moves itself. */
  moveChat(oldId: string, newId: string): Promise<void>;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** In [0, 1). */
  random: () => number;
}

/** The dependencies of one invocation that has a ledger. */
export interface Run extends DeliveryDeps {
  ledger: Ledger;
  outbox: OutboxStore;
  /** Workers open six connections at once; D1 needs one of them. */
  limit: Limiter;
  /** Tells whether a message shows the same thing already. */
  hashOf: HashOf;
  /** The id of a message as KV knows it. */
  readKvMessage: ((message: KvMessage) => Promise<string | undefined>) | undefined;
  /** Targets found ill in this invocation: each is told once. */
  illHere: Set<string>;
}

export const OPEN_CALLS = 5;
