import type { Context } from "hono";
import { z } from "zod";
import { hostCookie, keepHostCookie } from "./host-cookie.ts";

const TEN_MINUTES_SECONDS = 600;

const LastStep = z.object({
  start: z.object({
    platform: z.enum(["discord", "telegram"]),
    name: z.string(),
    lang: z.string().exactOptional(),
  }),
  secret: z.string(),
  login: z.string(),
});

/** What the page at the end of a handshake shows. */
export type LastStep = z.output<typeof LastStep>;

/**
 * Keeps the last page in the very browser that saw it, and nowhere else: phones load a page anew when
 * one comes back to it, and the state and GitHub's code are used up by then.
 */
export function keepLastStep(c: Context, state: string, { start, secret, login }: LastStep): void {
  keepHostCookie(c, nameOf(state), JSON.stringify({ start, secret, login }), TEN_MINUTES_SECONDS);
}

/** Undefined in any other browser, and before the handshake has come so far. */
export function lastStepOf(c: Context, state: string): LastStep | undefined {
  const kept = hostCookie(c, nameOf(state));
  if (kept === undefined || kept === "") return undefined;
  const step = z.string().transform(readJson).pipe(LastStep).safeParse(kept);
  return step.success ? step.data : undefined;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const nameOf = (state: string): string => `last-step-${state}`;
