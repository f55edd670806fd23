/** Control characters, spaces and backslashes, which browsers drop or read as slashes. */
const TRICKS = /[\p{Cc}\s\\]/u;
const HERE = "https://here.invalid";

/** A path of this site, as given or `fallback`: never an address that leads elsewhere. */
export function safeRedirect(target: string | undefined, fallback: string): string {
  if (target === undefined || !target.startsWith("/") || TRICKS.test(target)) return fallback;
  if (!URL.canParse(target, HERE)) return fallback;
  const url = new URL(target, HERE);
  const path = url.pathname + url.search + url.hash;
  // Dots are resolved only now: what is left may begin like another host's address.
  return url.origin === HERE && !path.startsWith("//") ? path : fallback;
}
