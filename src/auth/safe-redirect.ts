/** Control characters, spaces and backslashes, which browsers drop or read as slashes. */
const TRICKS = /[\p{Cc}\s\\]/u;

/** A path of this site, as given or `fallback`: never an address that leads elsewhere. */
export function safeRedirect(target: string | undefined, fallback: string): string {
  if (target === undefined || TRICKS.test(target)) return fallback;
  if (!target.startsWith("/") || target.startsWith("//")) return fallback;
  const here = "https://here.invalid";
  if (!URL.canParse(target, here)) return fallback;
  const url = new URL(target, here);
  return url.origin === here ? url.pathname + url.search + url.hash : fallback;
}
