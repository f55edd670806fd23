import type { groups as english } from "../en/groups.ts";

export const groups: Readonly<Record<keyof typeof english, string>> = {};
