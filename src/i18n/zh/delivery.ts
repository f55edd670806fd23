import type { delivery as english } from "../en/delivery.ts";

export const delivery: Readonly<Record<keyof typeof english, string>> = {};
