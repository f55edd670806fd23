import type { Context } from "hono";
import { hostCookie, keepHostCookie } from "./host-cookie.ts";

export interface Session {
  /** Numeric GitHub id. */
  userId: string;
  login: string;
}

export interface SessionStarter {
  /** The id for the cookie. */
  create(session: Session): Promise<string>;
}

export interface SessionReader {
  read(id: string): Promise<Session | undefined>;
}

/** The console's session cookie is `__Host-session`. */
const NAME = "session";
const SEVEN_DAYS_SECONDS = 604_800;

export function keepSession(c: Context, id: string): void {
  keepHostCookie(c, NAME, id, SEVEN_DAYS_SECONDS);
}

export async function sessionOf(c: Context, sessions: SessionReader): Promise<Session | undefined> {
  const id = hostCookie(c, NAME);
  return id === undefined ? undefined : sessions.read(id);
}
