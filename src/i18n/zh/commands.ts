import type { commands as english } from "../en/commands.ts";

export const commands: Readonly<Record<keyof typeof english, string>> = {};
