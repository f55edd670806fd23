import { faultAnswer, type GitHubFaults, neverAnswer } from "./faults.ts";
import type { Bases } from "./payloads.ts";

/** One request it was asked, for tests to look at. */
export interface AskedRequest {
  method: string;
  /** Below the base, with the query. */
  path: string;
  body: string;
}

export type StandInFetch = (input: Request | string | URL, init?: RequestInit) => Promise<Response>;

interface Front {
  bases: Bases;
  pages: { fetch(request: Request): Response | Promise<Response> };
  api: { fetch(request: Request): Response | Promise<Response> };
  faults: GitHubFaults;
  requests: AskedRequest[];
  now: () => number;
}

/** Tells the two bases apart, notes what is asked, and fails when told to. */
export function createFront({ bases, pages, api, faults, requests, now }: Front) {
  // The longer one first: a local set-up may put one base below the other.
  const served = [
    { base: bases.githubUrl, site: pages },
    { base: bases.apiUrl, site: api },
  ].sort((a, b) => b.base.length - a.base.length);
  const siteOf = (url: string) =>
    served.find(({ base }) => url === base || url.startsWith(`${base}/`));

  const fetch: StandInFetch = async (input, init) => {
    const request = new Request(input, init);
    const at = siteOf(request.url);
    if (!at) throw new Error(`The stand-in GitHub does not serve ${new URL(request.url).origin}`);
    const url = new URL(request.url);
    const path = request.url.slice(at.base.length) || "/";
    url.pathname = url.pathname.slice(new URL(at.base).pathname.replace(/\/$/, "").length) || "/";
    const body = new TextDecoder().decode(await request.clone().arrayBuffer());
    requests.push({ method: request.method, path, body });
    const fault = faults.next({ method: request.method, path, isApi: at.site === api });
    if (fault === "timeout") return neverAnswer(request.signal);
    if (fault !== undefined && fault !== "dropped_after") {
      return faultAnswer(fault, { now: now(), githubUrl: bases.githubUrl });
    }
    const answer = await at.site.fetch(new Request(url, request));
    if (fault === "dropped_after") throw new TypeError("The connection was lost");
    return answer;
  };
  return { fetch, serves: (url: string): boolean => siteOf(url) !== undefined };
}

/** Opens the authorize page and presses a button on it. */
export async function decide(
  fetch: StandInFetch,
  authorizeUrl: string,
  login: string | undefined,
): Promise<string> {
  const shown = await fetch(authorizeUrl, { redirect: "manual" });
  const sentBack = shown.headers.get("location");
  if (sentBack !== null) return sentBack;
  if (shown.status !== 200) throw new Error(`The authorize page answered ${shown.status}`);
  const url = new URL(authorizeUrl);
  const form = new URLSearchParams(url.searchParams);
  form.set("user", login ?? "");
  url.search = "";
  const decided = await fetch(url, { method: "POST", body: form, redirect: "manual" });
  const location = decided.headers.get("location");
  if (location === null) throw new Error(`The decision answered ${decided.status}`);
  return location;
}
