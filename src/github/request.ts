import type { z } from "zod";
import type { JsonObject } from "../domain/json.ts";
import { failureOf } from "./classify.ts";
import { GitHubError } from "./github-error.ts";

export interface GitHubDeps {
  fetch: typeof fetch;
  /** In ms. */
  now: () => number;
  apiUrl: string;
  githubUrl: string;
  userAgent?: string;
  timeoutMs?: number;
}

export interface GitHubRequest {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Made by `path`, so that nothing in it can leave the endpoint it was meant for. */
  path: string;
  query?: Readonly<Record<string, string | number>>;
  body?: JsonObject;
}

export interface GitHubAnswer {
  status: number;
  headers: Headers;
  /** `undefined` for an empty body. */
  json: unknown;
}

/** Asks GitHub as one person. */
export interface Asker {
  ask: (request: GitHubRequest) => Promise<GitHubAnswer>;
  read: <T>(request: GitHubRequest, shape: z.ZodType<T>) => Promise<T>;
}

/** https://docs.github.com/rest/about-the-rest-api/api-versions: older fields live in this one. */
const API_VERSION = "2022-11-28";
const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 307, 308]);

/** A path of the API, each value one segment of it: ``path`/repos/${owner}/${repo}` ``. */
export function path(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const segment = (value: string | number | undefined): string => encodeURIComponent(value ?? "");
  return parts.map((part, index) => part + segment(values[index])).join("");
}

/** `authorization` is the whole header: a person's Bearer token, or the app's own Basic credentials. */
export function createAsker(deps: GitHubDeps, authorization: string): Asker {
  const send = createSend(deps, authorization);
  const ask = async (request: GitHubRequest): Promise<GitHubAnswer> => {
    let url = urlOf(deps.apiUrl, inItsPlace(request));
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const answer = await send(url, request);
      if (answer.status < 300) return answer;
      const next = redirectOf(answer, url, deps.apiUrl, request.method);
      if (next === undefined) {
        throw failureOf(answer, { now: deps.now(), githubUrl: deps.githubUrl });
      }
      url = next;
    }
    throw new GitHubError("moved", { status: 301, message: "" });
  };
  return { ask, read: async (request, shape) => parsed(await ask(request), shape) };
}

/** One exchange, without redirects. Throws `timeout` or `unavailable` when no answer comes. */
function createSend(deps: GitHubDeps, authorization: string) {
  const { fetch, userAgent = "WebHooker", timeoutMs = TIMEOUT_MS } = deps;
  return async (url: string, { method, body }: GitHubRequest): Promise<GitHubAnswer> => {
    const init: RequestInit = {
      method,
      headers: {
        authorization,
        accept: "application/vnd.github+json",
        "user-agent": userAgent,
        "x-github-api-version": API_VERSION,
        ...(body && { "content-type": "application/json" }),
      },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    };
    return answered(() => fetch(url, init));
  };
}

/** Reads an answer to its end; a network that fails is a `GitHubError` like any other. */
export async function answered(exchange: () => Promise<Response>): Promise<GitHubAnswer> {
  try {
    const response = await exchange();
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: jsonOf(text) };
  } catch (error) {
    if (error instanceof GitHubError) throw error;
    const timedOut =
      error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError");
    throw new GitHubError(timedOut ? "timeout" : "unavailable", { status: 0, message: "" });
  }
}

export function parsed<T>(answer: GitHubAnswer, shape: z.ZodType<T>): T {
  const result = shape.safeParse(answer.json);
  if (result.success) return result.data;
  throw new GitHubError("unexpected", { status: answer.status, message: "" });
}

function jsonOf(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // A proxy's HTML page: the status says what happened, and a reader of fields will complain.
    return text;
  }
}

/** Dots survive encoding, and climb; no owner, repository or user is called so. */
function inItsPlace(request: GitHubRequest): GitHubRequest {
  const climbs = request.path.split("/").some((segment) => segment === "." || segment === "..");
  if (climbs) throw new GitHubError("not_found", { status: 404, message: "" });
  return request;
}

function urlOf(apiUrl: string, request: GitHubRequest): string {
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).map(([name, value]) => [name, String(value)]),
  ).toString();
  return apiUrl + request.path + (query && `?${query}`);
}

/**
 * Where a renamed or transferred repository lives now: only ever below the same API, since the
 * token goes along, and for a write only an address by id, which cannot be somebody else's new name.
 */
function redirectOf(
  answer: GitHubAnswer,
  from: string,
  apiUrl: string,
  method: GitHubRequest["method"],
): string | undefined {
  const location = answer.headers.get("location");
  if (!REDIRECTS.has(answer.status) || location === null) return undefined;
  if (!URL.canParse(location, from)) return undefined;
  const to = new URL(location, from).href;
  if (!to.startsWith(`${apiUrl}/`)) return undefined;
  const byId = /^\/repositories\/\d+(\/|$)/.test(to.slice(apiUrl.length));
  return method === "GET" || byId ? to : undefined;
}
