import { lookup } from "../../domain/lookup.ts";
import type { Voice } from "../../domain/voice.ts";

/** The place, with the forge's name where the group gave it one. */
export function withForge(
  place: string | undefined,
  host: string | undefined,
  voice: Voice,
): string | undefined {
  const forge = lookup(voice.forgeNames ?? {}, host ?? "");
  return [place, forge].filter((part) => part !== undefined).join(" · ") || undefined;
}
