import type { Block } from "../../domain/text.ts";
import type { MarkdownContext } from "./context.ts";

type Parse = (text: string, context: MarkdownContext) => Block[];

/** Enough for the descriptions that an isolate is busy with. */
const MOST_TEXTS = 100;
/** Longer texts (UTF-16 units) are rare, and a hundred of them would be heavy. */
const LONGEST_TEXT = 20_000;

/**
 * A parser that remembers: a description is shown in several targets and again with every event of
 * its subject, and parsing is most of what showing it costs.
 */
export function remembered(parse: Parse): Parse {
  const known = new Map<string, readonly Block[]>();
  return (text, context) => {
    if (text.length > LONGEST_TEXT) return parse(text, context);
    const key = JSON.stringify([context, text]);
    const blocks = known.get(key) ?? parse(text, context);
    // What was asked for last is forgotten last.
    known.delete(key);
    known.set(key, blocks);
    const [oldest] = known.keys();
    if (known.size > MOST_TEXTS && oldest !== undefined) known.delete(oldest);
    return [...blocks];
  };
}
