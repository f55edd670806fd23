import { z } from "zod";

export interface CloudflareAccess {
  fetch: typeof fetch;
  /** As in `https://api.cloudflare.com/client/v4`. */
  apiUrl: string;
  /** What proves who asks. */
  headers: Readonly<Record<string, string>>;
}

/** Cloudflare's no to one request, with its own codes. */
export class CloudflareRefused extends Error {
  readonly status: number;
  readonly codes: readonly number[];

  constructor(status: number, codes: readonly number[], message: string) {
    super(message);
    this.status = status;
    this.codes = codes;
  }
}

const Refusal = z.object({ errors: z.array(z.object({ code: z.number(), message: z.string() })) });
/** "Authentication error", also where a token lacks a right. */
const AUTHENTICATION = 10000;
const UNKNOWN_TO_IT: readonly number[] = [401, 403];
const TOO_MANY = 429;

/** One request to Cloudflare's API; throws what to do about it when that refuses or cannot be reached. */
export async function callCloudflare(
  { fetch, apiUrl, headers }: CloudflareAccess,
  method: string,
  path: string,
  body?: string,
): Promise<Response> {
  const response = await fetch(`${apiUrl}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  }).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`Cloudflare's API cannot be reached (${why}): try again, or use --local.`);
  });
  if (response.ok) return response;
  const errors = await errorsOf(response);
  const codes = errors.map(({ code }) => code);
  throw new CloudflareRefused(response.status, codes, wayOn(response.status, errors));
}

type Errors = z.infer<typeof Refusal>["errors"];

async function errorsOf(response: Response): Promise<Errors> {
  const text = await response.text();
  try {
    return Refusal.parse(JSON.parse(text)).errors;
  } catch {
    return [];
  }
}

function wayOn(status: number, errors: Errors): string {
  const said = errors.map(({ code, message }) => `${message} [${code}]`).join("; ");
  const answer = said === "" ? `HTTP ${status}` : said;
  if (UNKNOWN_TO_IT.includes(status) || errors.some(({ code }) => code === AUTHENTICATION)) {
    return (
      `Cloudflare refuses what you are logged in with (${answer}). CLOUDFLARE_API_TOKEN needs the right ` +
      "Account > Workers KV Storage > Edit in the Worker's account; without it, `npm run wrangler -- login` will do."
    );
  }
  if (status === TOO_MANY) {
    return `Cloudflare takes no more requests for now (${answer}): run this again in five minutes.`;
  }
  return `Cloudflare's API answers ${answer}: try again later.`;
}
