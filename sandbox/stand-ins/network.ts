/** Something that answers requests: a stand-in platform, or a test's own function. */
export interface Answering {
  fetch(request: Request): Response | Promise<Response>;
}

/**
 * A `fetch` that reaches the given hosts, by the base URL each answers for, and nothing else.
 * Throws TypeError for any other origin, so that a test notices the call.
 */
export function network(hosts: Readonly<Record<string, Answering>>): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const base = Object.keys(hosts).find((base) => isBelow(request.url, base));
    const host = base === undefined ? undefined : hosts[base];
    if (!host) throw new TypeError(`network: unexpected call to ${new URL(request.url).origin}`);
    return await host.fetch(request);
  };
}

function isBelow(url: string, base: string): boolean {
  if (!url.startsWith(base)) return false;
  const next = url.charAt(base.length);
  return base.endsWith("/") || next === "" || next === "/" || next === "?";
}
