import type { ShownMessage } from "../chat-log.ts";
import type { DiscordCore, Session } from "./core.ts";
import { refusal } from "./errors.ts";

/** Interaction types. */
export const PING = 1;
export const COMMAND = 2;
export const COMPONENT = 3;
export const AUTOCOMPLETE = 4;
export const MODAL_SUBMIT = 5;

/** How long an interaction's token works. */
const TOKEN_LIFE_MS = 15 * 60_000;

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
