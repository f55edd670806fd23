import type { subjects as english } from "../en/subjects.ts";

export const subjects: Readonly<Record<keyof typeof english, string>> = {};
