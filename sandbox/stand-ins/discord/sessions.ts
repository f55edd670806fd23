import type { ShownMessage } from "../chat-log.ts";
import type { DiscordCore } from "./core.ts";
import { refusal } from "./errors.ts";

/** Interaction types. */
export const PING = 1;
export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL_SUBMIT = 5;

/** How long an interaction's token works. */
const TOKEN_LIFE_MS = 15 * 60_000;

/** One interaction, from being sent until its token dies. */
export interface Session {
  id: string;
  token: string;
  type: number;
  channelId: string;
  personId: string;
  createdAt: number;
  /** `deferred`: an answer is promised, its message not there yet. */
  state: "open" | "deferred" | "answered";
  /** Only the person sees the answer. */
  ephemeral: boolean;
  /** The message whose button was pressed, or whose button opened the modal. */
  sourceId?: string;
  /** What `@original` means. */
  originalId?: string;
  /** Every message that answers it, oldest first. */
  messageIds: string[];
}

/** The session of a follow-up. Before the first answer there is no such webhook yet. */
export function answeredSession(core: DiscordCore, applicationId: string, token: string): Session {
  const session = core.sessions.get(token);
  if (!session || applicationId !== core.applicationId) throw refusal(10015);
  if (session.state === "open") throw refusal(10015);
  if (core.now() - session.createdAt > TOKEN_LIFE_MS) throw refusal(50027);
  return session;
}

/** A message of the session, by its id or as `@original`. */
export function sessionMessage(core: DiscordCore, session: Session, id: string): ShownMessage {
  const messageId = id === "@original" ? session.originalId : id;
  const isOwn =
    messageId !== undefined &&
    (messageId === session.originalId || session.messageIds.includes(messageId));
  const message = isOwn ? core.log.find(session.channelId, messageId) : undefined;
  if (!message) throw refusal(10008);
  return message;
}
