import type { Fetching } from "./node-http.ts";

const TELEGRAM = "https://t.me/";
/** What belongs to one connection, or no longer fits an answer that was unpacked on the way. */
const OF_ONE_HOP = ["connection", "content-encoding", "content-length", "transfer-encoding"];

/**
 * The Worker's public address. A phone hands links to t.me over to the Telegram app; here they lead
 * to the sandbox, which opens its own Telegram instead.
 */
export function frontDoor(workerUrl: string, sandboxUrl: string): Fetching {
  return async (request) => {
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    for (const name of ["host", ...OF_ONE_HOP]) headers.delete(name);
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    const answer = await fetch(`${workerUrl}${pathname}${search}`, {
      method: request.method,
      headers,
      redirect: "manual",
      ...(hasBody ? { body: await request.arrayBuffer() } : {}),
    });
    const shown = new Headers(answer.headers);
    for (const name of OF_ONE_HOP) shown.delete(name);
    const { status } = answer;
    if (!answer.headers.get("content-type")?.startsWith("text/html")) {
      return new Response(answer.body, { status, headers: shown });
    }
    const page = (await answer.text()).replaceAll(`"${TELEGRAM}`, `"${sandboxUrl}/t.me/`);
    return new Response(page, { status, headers: shown });
  };
}
