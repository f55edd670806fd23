import { GrammyError, HttpError } from "grammy";
import { ChatError, type ChatErrorDetails, type ChatErrorKind } from "../../domain/chat-adapter.ts";

/** For a limit that comes without a time. */
const DEFAULT_PAUSE_SECONDS = 60;
/** Descriptions are Telegram's words about our request; this much tells them apart. */
const DESCRIPTION_MAX = 120;

/** What Telegram says, in parts that survived its rewordings, and what it means for a message. */
const MEANINGS: readonly (readonly [RegExp, ChatErrorKind])[] = [
  [/message to edit not found|message_id_invalid|message can't be edited/i, "gone"],
  [/chat not found|chat_write_forbidden|chat_restricted|user_is_blocked/i, "ill_target"],
  [
    /thread not found|topic_(?:closed|deleted|id_invalid)|topic closed|topic deleted/i,
    "ill_target",
  ],
  [/not enough rights|administrator rights|have no rights|chat_send_\w+_forbidden/i, "ill_target"],
  [/bot was (?:kicked|blocked)|bot is not a member|chat was deleted|deactivated/i, "ill_target"],
  [/peer_id_invalid|channel_private|chat_admin_required|chat_id_invalid/i, "ill_target"],
];

/** Telegram's refusal, or its silence, in no platform's words. */
export function telegramError(error: unknown): ChatError {
  if (error instanceof ChatError) return error;
  if (error instanceof GrammyError) return refusalError(error);
  if (error instanceof HttpError) {
    // What went wrong may name the address, and the address contains the token.
    const code = /timed out/i.test(String(error.error)) ? "timeout" : "network";
    return new ChatError("unavailable", { status: 0, code, ambiguous: true });
  }
  // A notification that cannot be rendered is one that cannot be sent: the plain form may do.
  const name = error instanceof Error ? error.name : typeof error;
  return new ChatError("rejected", { status: 0, code: `unsendable: ${name}` });
}

/** The message already shows what it should. */
export function isNotModified(error: unknown): boolean {
  return error instanceof GrammyError && /message is not modified/i.test(error.description);
}

function refusalError({ error_code: status, description, parameters }: GrammyError): ChatError {
  const details: ChatErrorDetails = { status, code: description.slice(0, DESCRIPTION_MAX) };
  const movedTo = parameters.migrate_to_chat_id;
  if (movedTo !== undefined)
    return new ChatError("migrated", { ...details, migratedTo: String(movedTo) });
  const kind = kindOf(status, description);
  if (kind === "rate_limited") {
    const seconds = parameters.retry_after ?? DEFAULT_PAUSE_SECONDS;
    return new ChatError(kind, { ...details, retryAfterMs: seconds * 1000 });
  }
  return new ChatError(kind, { ...details, ambiguous: kind === "unavailable" && status >= 500 });
}

function kindOf(status: number, description: string): ChatErrorKind {
  if (status === 429) return "rate_limited";
  // An unknown token is answered with 404, since the token is part of the path.
  if (status === 401 || status === 404) return "unauthorized";
  if (status >= 500 || status === 409) return "unavailable";
  const meaning = MEANINGS.find(([words]) => words.test(description));
  if (meaning) return meaning[1];
  return status === 403 ? "ill_target" : "rejected";
}
