import type { events as english } from "../en/events.ts";

export const events: Readonly<Record<keyof typeof english, string>> = {};
