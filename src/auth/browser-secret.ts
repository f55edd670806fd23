import type { Context } from "hono";
import { hostCookie, keepHostCookie } from "./host-cookie.ts";

const STATE = /^[0-9a-f]{32}$/;
const SECRET = /^[\w-]{43}$/;
const TEN_MINUTES_SECONDS = 600;

/**
 * The secret of the browser in which a handshake began: its PKCE verifier, one cookie a handshake,
 * so that two tabs do not disturb each other.
 */
export function keepBrowserSecret(c: Context, state: string, secret: string): void {
  keepHostCookie(c, nameOf(state), secret, TEN_MINUTES_SECONDS);
}

/** Undefined in any other browser, and for what is no state at all. */
export function browserSecretOf(c: Context, state: string): string | undefined {
  if (!STATE.test(state)) return undefined;
  const secret = hostCookie(c, nameOf(state));
  return secret !== undefined && SECRET.test(secret) ? secret : undefined;
}

/**
 * Whether a request was made by a page of ours. Under `Referrer-Policy: no-referrer` a form's
 * `Origin` is `null`, so it is `Sec-Fetch-Site` that tells; who does not send it has no other sites.
 */
export function comesFromOurPage(c: Context): boolean {
  return ["same-origin", undefined].includes(c.req.header("sec-fetch-site"));
}

const nameOf = (state: string): string => `link-${state}`;
