import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/**
 * A `__Host-` cookie: of this host alone, out of reach for scripts, and sent along when GitHub sends
 * the person back (Lax). It needs no TLS on localhost: browsers count that as secure.
 */
export function keepHostCookie(
  c: Context,
  name: string,
  value: string,
  maxAgeSeconds: number,
): void {
  setCookie(c, name, value, {
    prefix: "host",
    path: "/",
    secure: true,
    httpOnly: true,
    sameSite: "Lax",
    maxAge: maxAgeSeconds,
  });
}

export function hostCookie(c: Context, name: string): string | undefined {
  return getCookie(c, name, "host");
}
