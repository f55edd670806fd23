/** What every platform takes as the target of a link. */
const MAX_URL = 2_048;

/** A web address a chat can follow, normalised; undefined for anything else (`javascript:`, `mailto:`, nonsense). */
export function webUrl(value: string | undefined, max = MAX_URL): string | undefined {
  if (value === undefined || value.length > max || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  // A name and password before the host only ever disguise it.
  if (url.username !== "" || url.password !== "") return undefined;
  return url.href.length <= max ? url.href : undefined;
}

/** Platforms refuse a button to a host without a dot (`localhost`, a name inside a network). */
export function isPublicHost(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname.includes(".") || hostname.startsWith("[");
}
