import { clearInterval, setInterval } from "node:timers";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { viewOf } from "../repository-view.ts";
import type { ShownMessage } from "../stand-ins/chat-log.ts";
import type { SandboxParts } from "./parts.ts";

const KEEP_ALIVE_MS = 15_000;

/** Server-sent events: what there is already, then every message, delivery and change as it comes. */
export function live(context: Context, { platforms, deliveries, changes }: SandboxParts): Response {
  return streamSSE(context, async (stream) => {
    const send = (event: string, data: unknown) =>
      stream.writeSSE({ event, data: JSON.stringify(data) });
    const logs = [platforms.discord.log, platforms.telegram.log];
    await send("snapshot", {
      messages: logs.flatMap((log) => log.messages()),
      deliveries: deliveries.list(),
      github: viewOf(platforms.github),
    });
    const onMessage = (message: ShownMessage) => void send("message", message);
    const stops = [
      ...logs.map((log) => log.subscribe(onMessage)),
      deliveries.subscribe((delivery) => void send("delivery", delivery)),
      changes.subscribe(() => void send("github", viewOf(platforms.github))),
    ];
    const alive = setInterval(() => void send("alive", {}), KEEP_ALIVE_MS);
    // An open page does not keep the sandbox from ending.
    alive.unref();
    await new Promise<void>((resolve) => stream.onAbort(resolve));
    clearInterval(alive);
    for (const stop of stops) stop();
  });
}
