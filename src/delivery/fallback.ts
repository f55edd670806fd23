import { ChatError } from "../domain/chat-adapter.ts";
import { fold } from "../domain/fold.ts";
import type { Notification } from "../domain/notification.ts";
import { targetId } from "../domain/target.ts";
import { describeError, logWarning, withLogEvent } from "../observability/log.ts";
import { writeKvState } from "../storage/deliveries.ts";
import { keepKvMessage, readKvMessage } from "../storage/message-tracking-kv.ts";
import type { DeliveryDeps } from "./deps.ts";
import { kvMessageOf } from "./memory.ts";
import { planEvent } from "./plan.ts";
import { type Accepted, type ReadEvent, readEvent } from "./read-event.ts";
import { send } from "./send.ts";
import { settle } from "./settle.ts";
import { isCard, type Slip } from "./slip.ts";

type FallbackDeps = DeliveryDeps & { kv: KVNamespace };

/** How far an event, or what one target gets of it, came without D1. */
type Progress =
  | "shown"
  /** It failed for now. */
  | "again"
  /** It failed for good, which only D1 can keep for a replay. */
  | "refused";

/**
 * Shows one event while D1 cannot serve. Weaker promises: no lease (the same event taken up twice at
 * once may show twice), cards show this event's facets only, failures wait in the queue instead of
 * the outbox.
 */
export async function showWithoutD1(deps: FallbackDeps, accepted: Accepted): Promise<Progress> {
  return await withLogEvent("delivery.without_d1", async (log) => {
    const { envelope } = accepted.job;
    const result = await readEvent(deps, accepted);
    if (result.type === "unavailable") throw result.error;
    if (result.type === "unreadable") {
      log.set({ outcome: "unreadable", reason: result.reason });
      await writeKvState(deps.kv, envelope, "dead", deps.now());
      return "refused";
    }
    const { read } = result;
    log.set({ delivery: read.stateKey });
    const slips = await planned(deps, read);
    const shown = await Promise.all(slips.map((slip) => show(deps, slip, read)));
    const progress = leastOf(shown);
    await writeKvState(deps.kv, envelope, STATUS[progress], deps.now());
    log.set({ outcome: STATUS[progress], targets: slips.length });
    return progress;
  });
}

const STATUS = { shown: "delivered", again: "retrying", refused: "failed" } as const;

function leastOf(shown: readonly Progress[]): Progress {
  if (shown.includes("again")) return "again";
  return shown.includes("refused") ? "refused" : "shown";
}

async function planned(deps: FallbackDeps, read: ReadEvent): Promise<Slip[]> {
  const { event, reading, stateKey, job } = read;
  const configuration = await deps.configurations.current();
  const { endpoint, provider } = job.envelope;
  const { wanted } = deps.match(configuration, { endpoint, provider }, reading.facts);
  const plan = planEvent(wanted, {
    event,
    reading,
    stateKey,
    presenter: deps.presenter,
    voiceOf: deps.voiceOf,
    hasCard: () => false,
    tellersOf: () => [],
  });
  return plan.lines.flat();
}

async function show(deps: FallbackDeps, slip: Slip, read: ReadEvent): Promise<Progress> {
  const adapter = deps.adapters[slip.target.platform];
  if (adapter === undefined) return "again";
  const message = kvMessageOf(slip);
  try {
    const messageId = await readKvMessage(deps.kv, message);
    if (messageId !== undefined && !isCard(slip)) return "shown";
    const notification = rendered(deps, slip, read);
    const sent = await send(adapter, slip, notification, { messageId, generation: 0 });
    if (sent.messageId !== undefined) await keepKvMessage(deps.kv, message, sent.messageId);
    if (sent.error !== undefined) throw sent.error;
    return "shown";
  } catch (error) {
    logWarning("delivery.without_d1_failed", {
      delivery: read.stateKey,
      target: targetId(slip.target),
      error: describeError(error),
    });
    return error instanceof ChatError && isForNow(deps, slip, error) ? "again" : "refused";
  }
}

function rendered(deps: FallbackDeps, slip: Slip, { reading }: ReadEvent): Notification {
  if (slip.content.type === "post") return slip.content.notification;
  const { subjectKey, kind } = slip.content;
  const news = reading.news.filter(({ subject }) => subject.key === subjectKey);
  const state = news.reduce((folded, { facets }) => fold(folded, facets), {});
  return kind === "delivery_summary"
    ? { tone: "neutral", headline: [] }
    : deps.presenter.show(kind, state, slip.voice);
}

function isForNow(deps: FallbackDeps, slip: Slip, error: ChatError): boolean {
  const { action } = settle(error, slip.target, {
    attempts: 0,
    now: deps.now(),
    random: deps.random(),
  });
  return action !== "end";
}
