const TIMEOUT_MS = 10_000;

/** Under Node, the signal that grammY sends is of a package of its own, which Node's fetch does not take. */
export function fetchInNode(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  return fetch(input, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
}
