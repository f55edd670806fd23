import { discordError, lostAnswer, type Refusal } from "./errors.ts";

const TIMEOUT_MS = 10_000;
const VERSION = "0.1.0";
/** Discord may refuse calls that do not say who calls. */
const USER_AGENT = `DiscordBot (https://github.com/webhooker/webhooker, ${VERSION})`;

export interface DiscordApiOptions {
  fetch: typeof fetch;
  /** As in `https://discord.com/api/v10`. */
  apiUrl: string;
  token: string;
}

/** A successful answer. */
export interface DiscordAnswer {
  body: unknown;
  /** The server's clock, in ms, where it says so. */
  date: number | undefined;
}

export interface DiscordApi {
  /** Throws `DiscordRefused` when Discord says no, `ChatError` when it says nothing. */
  call(
    method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE",
    path: string,
    body?: unknown,
  ): Promise<DiscordAnswer>;
}

/** Discord's no, with its own code: what to do about it depends on what was asked. */
export class DiscordRefused extends Error {
  override name = "DiscordRefused";
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(discordError(refusal).message);
    this.refusal = refusal;
  }
}

/** Discord's REST API for the calls a bot makes; ten seconds for each. */
export function createDiscordApi(options: DiscordApiOptions): DiscordApi {
  return {
    async call(method, path, body) {
      const response = await send(options, method, path, body);
      const text = await textOf(response);
      const { status, headers } = response;
      if (!response.ok) throw new DiscordRefused({ status, headers, text });
      return { body: parsed(text, status), date: dateOf(headers) };
    },
  };
}

async function send(
  { fetch, apiUrl, token }: DiscordApiOptions,
  method: string,
  path: string,
  body: unknown,
): Promise<Response> {
  try {
    return await fetch(`${apiUrl}${path}`, {
      method,
      headers: {
        Authorization: `Bot ${token}`,
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would turn a POST into a GET and take the token elsewhere.
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    throw lost(error);
  }
}

async function textOf(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch (error) {
    throw lost(error, response.status);
  }
}

/** What a failed fetch says may contain addresses, so only its kind goes on. */
function lost(error: unknown, status = 0): Error {
  const timedOut = error instanceof Error && error.name === "TimeoutError";
  return lostAnswer(timedOut ? "timeout" : "network", status);
}

function parsed(text: string, status: number): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw lostAnswer("unreadable", status);
  }
}

function dateOf(headers: Headers): number | undefined {
  const date = Date.parse(headers.get("Date") ?? "");
  return Number.isNaN(date) ? undefined : date;
}
