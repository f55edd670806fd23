import { SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import { providers } from "./providers/index.ts";
import type { Recognised, WebhookProvider } from "./providers/provider.ts";

/** GitHub's own cap, and the most that a KV value can hold. */
export const MAX_BODY_BYTES = 25 * 1024 * 1024;

/** The body's bytes, or `undefined` when there are more than may be; no more than that are ever held. */
export async function readBytes(
  request: Request,
  limit = MAX_BODY_BYTES,
): Promise<Uint8Array | undefined> {
  const declared = Number(request.headers.get("content-length") ?? 0);
  if (declared > limit) {
    await request.body?.cancel();
    return undefined;
  }
  if (request.body === null) return new Uint8Array();
  return collect(request.body, limit);
}

async function collect(
  stream: ReadableStream<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop early cancels the stream.
  for await (const chunk of stream) {
    length += chunk.length;
    if (length > limit) return undefined;
    chunks.push(chunk);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only !== undefined) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

export interface Sender {
  provider: WebhookProvider;
  recognised: Recognised;
}

/** Who sends this, by the headers alone. */
export function recogniseSender(headers: Headers, endpoint: string): Sender | undefined {
  for (const provider of Object.values<WebhookProvider>(providers)) {
    if (provider.groupOnly && endpoint === SHARED_ENDPOINT) continue;
    const recognised = provider.recognise(headers);
    if (recognised !== undefined) return { provider, recognised };
  }
  return undefined;
}

export function isForm(headers: Headers): boolean {
  const type = headers.get("content-type")?.toLowerCase() ?? "";
  return type.startsWith("application/x-www-form-urlencoded");
}
