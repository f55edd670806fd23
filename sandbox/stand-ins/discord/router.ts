import { bucketHeaders, DiscordRefusal, plainRefusal, refusal } from "./errors.ts";

/** A request that found its route. */
export interface Call {
  /** The path's variable parts, in order. */
  ids: readonly string[];
  query: URLSearchParams;
  /** The parsed JSON body; undefined without one. */
  body: unknown;
}

/** What a route answers; nothing: 204. */
export type Handler = (call: Call) => unknown;

export interface Route {
  method: string;
  pattern: RegExp;
  /** Reachable without the bot's token. */
  open: boolean;
  handle: Handler;
}

/** `path` as in Discord's documentation, with `:` before each variable part. */
export function route(method: string, path: string, handle: Handler, open?: "open"): Route {
  const pattern = new RegExp(`^${path.replace(/:\w+/g, "([^/]+)")}$`);
  return { method, pattern, handle, open: open === "open" };
}

/** Answers one request; throws only what stands for a lost connection. */
export async function answer(
  request: Request,
  routes: readonly Route[],
  token: string,
  now: () => number,
): Promise<Response> {
  const date = dateHeader(now());
  try {
    const result = await run(request, routes, token);
    const headers = { Date: date, ...bucketHeaders(4, 1, now()) };
    return result === undefined
      ? new Response(null, { status: 204, headers })
      : Response.json(result, { headers });
  } catch (error) {
    if (!(error instanceof DiscordRefusal)) throw error;
    return Response.json(error.body, {
      status: error.status,
      headers: { Date: date, ...error.headers },
    });
  }
}

/** The server's clock, in whole seconds, as every web server tells it. */
const dateHeader = (nowMs: number): string => new Date(nowMs).toUTCString();

async function run(request: Request, routes: readonly Route[], token: string): Promise<unknown> {
  const url = new URL(request.url);
  const path = url.pathname.replace(/^.*\/api\/v10(?=\/)/, "");
  if (!/^DiscordBot \(\S+, [^)]+\)/.test(request.headers.get("User-Agent") ?? "")) {
    throw refusal(40333);
  }
  const found = routes.filter(({ pattern }) => pattern.test(path));
  const route = found.find(({ method }) => method === request.method);
  if (!route) {
    throw found.length > 0
      ? plainRefusal(405, "Method Not Allowed")
      : plainRefusal(404, "Not Found");
  }
  if (!route.open && request.headers.get("Authorization") !== `Bot ${token}`) {
    throw plainRefusal(401, "Unauthorized");
  }
  const ids = route.pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? [];
  return route.handle({ ids, query: url.searchParams, body: await parsedBody(request) });
}

async function parsedBody(request: Request): Promise<unknown> {
  const text = await request.text();
  if (text === "") return undefined;
  if (!request.headers.get("Content-Type")?.startsWith("application/json")) {
    const message = `Expected "Content-Type" header to be one of {'application/json'}.`;
    throw new DiscordRefusal(400, { message, code: 50035 });
  }
  try {
    return JSON.parse(text, refuseLoneSurrogates);
  } catch (error) {
    if (error instanceof SyntaxError) throw refusal(50109);
    throw error;
  }
}

function refuseLoneSurrogates(_key: string, value: unknown): unknown {
  if (typeof value === "string" && !value.isWellFormed()) throw refusal(50109);
  return value;
}
