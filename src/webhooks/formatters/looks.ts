import { lookup } from "../../domain/lookup.ts";
import type { Tone } from "../../domain/notification.ts";

type Look = readonly [tone: Tone, icon: string];

/** Tone and icon by action; an action that is not listed is neutral and has no icon. */
export function looks(table: Readonly<Record<string, Look>>, otherwise?: Look) {
  return (action: string): { tone: Tone; icon?: string } => {
    const look = lookup(table, action) ?? otherwise;
    return look === undefined ? { tone: "neutral" } : { tone: look[0], icon: look[1] };
  };
}
