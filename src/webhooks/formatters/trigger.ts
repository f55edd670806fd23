import type { Span } from "../../domain/text.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";

/** What started a run, and who: `push · ada`. */
export function triggerOf(event: string | undefined, by: Span | undefined, t: Translate): Span[] {
  const key = `trigger.${event}`;
  const word = isMessageKey(key) ? t(key) : event?.replaceAll("_", " ");
  if (by === undefined) return word === undefined ? [] : [word];
  return word === undefined ? [by] : [word, " · ", by];
}
