import { type ChatAdapter, ChatError } from "../domain/chat-adapter.ts";
import type { Notification } from "../domain/notification.ts";
import { describeError } from "../observability/log.ts";
import { nonceOf } from "./fingerprint.ts";
import type { Slip } from "./slip.ts";

/** What a message is known to be, before and after a try. */
export interface Standing {
  messageId: string | undefined;
  generation: number;
}

/** How a try ended; `messageId` and `generation` say what is known after it. */
export type Sent = Standing & {
  /** The platform refused the content, and took the plain text. */
  plain: boolean;
  /** Why it refused the content, whatever came of the plain text. */
  refusal?: ChatError;
  /** Somebody deleted the message, so a new one was posted. */
  anew: boolean;
  error?: ChatError;
};

/** Posts or edits, whatever it takes: anew when the message is gone, plain when the content is refused. */
export async function send(
  adapter: ChatAdapter,
  slip: Slip,
  notification: Notification,
  before: Standing & { replyTo?: string | undefined },
): Promise<Sent> {
  const known: Sent = {
    messageId: before.messageId,
    generation: before.generation,
    plain: false,
    anew: false,
  };
  try {
    if (known.messageId !== undefined) {
      if (await editOrGone(adapter, slip, notification, known)) return known;
      known.messageId = undefined;
      known.generation += 1;
      known.anew = true;
    }
    await post(adapter, slip, notification, known, before.replyTo);
    return known;
  } catch (error) {
    return { ...known, error: asChatError(error) };
  }
}

/** False when the message no longer exists. */
async function editOrGone(
  adapter: ChatAdapter,
  slip: Slip,
  notification: Notification,
  known: Sent,
): Promise<boolean> {
  const { messageId } = known;
  if (messageId === undefined) return false;
  try {
    await orPlain(known, (plain) =>
      adapter.edit(slip.target, messageId, notification, { voice: slip.voice, plain }),
    );
    return true;
  } catch (error) {
    if (error instanceof ChatError && error.kind === "gone") return false;
    throw error;
  }
}

async function post(
  adapter: ChatAdapter,
  slip: Slip,
  notification: Notification,
  known: Sent,
  replyTo: string | undefined,
): Promise<void> {
  const options = {
    voice: slip.voice,
    nonce: await nonceOf(slip, known.generation),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(slip.roleIds.length > 0 ? { roleIds: slip.roleIds } : {}),
  };
  const posted = await orPlain(known, (plain) =>
    adapter.post(slip.target, notification, { ...options, plain }),
  );
  known.messageId = posted.messageId;
  // An older message may show an older state; this is the one edit that makes sure.
  if (posted.repeated) await editOrGone(adapter, slip, notification, known);
}

/** Refused content still arrives as plain text. */
async function orPlain<T>(known: Sent, call: (plain: boolean) => Promise<T>): Promise<T> {
  try {
    return await call(false);
  } catch (error) {
    if (!(error instanceof ChatError) || error.kind !== "rejected") throw error;
    known.refusal = error;
    const result = await call(true);
    known.plain = true;
    return result;
  }
}

/** Adapters throw `ChatError` only; what else comes is a fault of ours and says nothing about the outcome. */
function asChatError(error: unknown): ChatError {
  if (error instanceof ChatError) return error;
  return new ChatError("unavailable", { status: 0, code: describeError(error), ambiguous: true });
}
