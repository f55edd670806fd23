import { z } from "zod";
import { ChatError, type ChatErrorKind } from "../../domain/chat-adapter.ts";

/** An answer of Discord's API that is no success. */
export interface Refusal {
  status: number;
  headers: Headers;
  /** The body as text; Cloudflare answers in HTML. */
  text: string;
}

/** Without `X-RateLimit-*` it is not Discord that refuses but Cloudflare, for the whole address; seldom with a time. */
const BAN_PAUSE_MS = 5 * 60_000;
/** For limits that come without a time. */
const DEFAULT_PAUSE_MS = 60_000;

export const THREAD_ARCHIVED = 50083;
export const CANNOT_REPLY = 160002;

const OVERLOADED = 130000;

/** topics/opcodes-and-status-codes: what each code means for a message. */
const KINDS: Readonly<Record<number, ChatErrorKind>> = {
  10003: "ill_target", // unknown channel
  10004: "ill_target", // unknown guild
  10008: "gone", // unknown message
  20009: "rejected", // explicit content
  20016: "rate_limited", // slow mode
  20028: "rate_limited", // writes to this channel
  20029: "rate_limited", // writes to this server
  30046: "rate_limited", // edits of messages older than an hour
  40001: "unauthorized",
  40058: "ill_target", // a forum takes posts, not messages
  40062: "rate_limited",
  40067: "ill_target", // the forum wants a tag
  40333: "unavailable", // Cloudflare blocked the User-Agent
  50001: "ill_target", // missing access
  50005: "gone", // another author's message
  50006: "rejected", // empty message
  50007: "ill_target", // cannot message this person
  50008: "ill_target", // not a text channel
  50013: "ill_target", // missing permissions
  50014: "unauthorized",
  50024: "ill_target", // wrong type of channel
  50035: "rejected", // invalid form body
  50278: "ill_target", // no server in common
  130000: "unavailable",
  160005: "ill_target", // thread locked
  160006: "ill_target", // too many active threads
  200000: "rejected", // AutoMod
  240000: "rejected", // harmful link
};

/** One odd field must not hide the others. */
const number = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d+(\.\d+)?$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);
const Body = z.object({
  code: number,
  retry_after: number,
  global: z.boolean().optional().catch(undefined),
});
type Body = z.infer<typeof Body>;

/** The code in Discord's answer, 0 without one. */
export function codeOf(refusal: Refusal): number {
  return bodyOf(refusal)?.code ?? 0;
}

/** Discord's refusal in no platform's words. */
export function discordError(refusal: Refusal): ChatError {
  const body = bodyOf(refusal);
  const { status } = refusal;
  const kind = kindOf(status, body);
  const code = body?.code ? String(body.code) : `http ${status}`;
  if (kind === "rate_limited") return rateLimited(refusal, body, code);
  const ambiguous = kind === "unavailable" && status >= 500 && body?.code !== OVERLOADED;
  return new ChatError(kind, { status, code, ambiguous });
}

/** No answer came, or none that can be read: the message may have arrived. */
export function lostAnswer(code: "timeout" | "network" | "unreadable", status = 0): ChatError {
  return new ChatError("unavailable", { status, code, ambiguous: true });
}

function kindOf(status: number, body: Body | undefined): ChatErrorKind {
  if (status === 429) return "rate_limited";
  if (status === 401) return "unauthorized";
  const known = KINDS[body?.code ?? 0];
  if (known !== undefined) return known;
  // A proxy's page, a redirect, an outage: Discord itself has not spoken.
  if (status >= 500 || status < 400 || body === undefined) return "unavailable";
  return status === 403 || status === 404 ? "ill_target" : "rejected";
}

function rateLimited(refusal: Refusal, body: Body | undefined, code: string): ChatError {
  const { headers, status } = refusal;
  const seconds = body?.retry_after ?? numberOf(headers.get("Retry-After"));
  const banned = status === 429 && isBan(headers, body);
  const global =
    banned ||
    body?.global === true ||
    headers.get("X-RateLimit-Global") === "true" ||
    headers.get("X-RateLimit-Scope") === "global";
  const unsaid = banned ? BAN_PAUSE_MS : DEFAULT_PAUSE_MS;
  const retryAfterMs = seconds === undefined ? unsaid : Math.ceil(seconds * 1000);
  return new ChatError("rate_limited", {
    status,
    code: banned ? "banned" : code,
    retryAfterMs,
    global,
  });
}

/** https://docs.discord.com/developers/topics/rate-limits: every limit of Discord's own says its numbers. */
function isBan(headers: Headers, body: Body | undefined): boolean {
  if (body?.retry_after !== undefined) return false;
  return ![...headers.keys()].some((name) => name.toLowerCase().startsWith("x-ratelimit-"));
}

function bodyOf({ text }: Refusal): Body | undefined {
  try {
    return Body.parse(JSON.parse(text));
  } catch {
    // HTML of a proxy, or nothing: there is no code in it.
    return undefined;
  }
}

function numberOf(text: string | null): number | undefined {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
