import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

export interface HttpServer {
  port: number;
  close: () => Promise<void>;
}

export type Fetching = (request: Request) => Response | Promise<Response>;

/**
 * Serves on this machine only. Takes any free port when the preferred one is taken. What the
 * handler throws becomes a broken connection: that is how a stand-in lets one die.
 */
export async function serve(handle: Fetching, preferredPort: number): Promise<HttpServer> {
  const server = createServer((incoming, outgoing) => {
    answer(handle, incoming, outgoing).catch(() => outgoing.destroy());
  });
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, "127.0.0.1", () => {
        server.off("error", reject);
        resolve();
      });
    });
  await listen(preferredPort).catch((error: Error) => {
    if (!("code" in error) || error.code !== "EADDRINUSE") throw error;
    return listen(0);
  });
  return {
    port: portOf(server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port nobody listens on right now. */
export async function freePort(): Promise<number> {
  const { port, close } = await serve(() => new Response(), 0);
  await close();
  return port;
}

async function answer(
  handle: Fetching,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  outgoing.once("close", () => gone.abort());
  const response = await handle(await asRequest(incoming, gone.signal));
  outgoing.writeHead(response.status, [...response.headers].flat());
  const reader = response.body?.getReader();
  gone.signal.addEventListener("abort", () => void reader?.cancel());
  for (;;) {
    const chunk = await reader?.read();
    if (chunk === undefined || chunk.done) break;
    outgoing.write(chunk.value);
  }
  outgoing.end();
}

async function asRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const { method = "GET", url = "/" } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? "", incoming.rawHeaders[at + 1] ?? "");
  }
  const hasBody = method !== "GET" && method !== "HEAD";
  return new Request(new URL(url, `http://${incoming.headers.host ?? "127.0.0.1"}`), {
    method,
    headers,
    signal,
    ...(hasBody ? { body: new Uint8Array(await buffer(incoming)) } : {}),
  });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
