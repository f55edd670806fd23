import { IntlMessageFormat } from "intl-messageformat";
import { en } from "./en/index.ts";
import { isMessageKey } from "./translate.ts";

/** Says what is wrong with an overlay's message for a key: unknown key, broken or foreign placeholder. */
export function messageProblem(key: string, message: string): string | undefined {
  if (!isMessageKey(key)) return "there is no such message";
  const given = placeholders(message);
  if (given === undefined) return "its placeholders cannot be read";
  const known = placeholders(en[key]) ?? new Set();
  const foreign = [...given].find((name) => !known.has(name));
  return foreign === undefined ? undefined : `there is no {${foreign}} in this message`;
}

function placeholders(message: string): Set<string> | undefined {
  try {
    const names = new Set<string>();
    collect(new IntlMessageFormat(message, "en", undefined, { ignoreTag: true }).getAst(), names);
    return names;
  } catch {
    return undefined;
  }
}

/** Elements of a message: literal text has no name to be filled, a plural's options hold more elements. */
function collect(elements: readonly object[], names: Set<string>): void {
  for (const element of elements) {
    const { type, value, options } = element as {
      type: number;
      value?: string;
      options?: Readonly<Record<string, { value: readonly object[] }>>;
    };
    if (type !== LITERAL && type !== POUND && value !== undefined) names.add(value);
    for (const option of Object.values(options ?? {})) collect(option.value, names);
  }
}

/** Element types of the message format's syntax tree. */
const LITERAL = 0;
const POUND = 7;
