import api from "./bot-api.json" with { type: "json" };
import { badRequest } from "./errors.ts";

export type Params = Readonly<Record<string, unknown>>;

interface Field {
  types: readonly string[];
  required: boolean;
}
type Fields = Readonly<Record<string, Field>>;
interface Shape {
  fields?: Fields;
  oneOf?: readonly string[];
}

const METHODS: Readonly<Record<string, Fields>> = api.methods;
const TYPES: Readonly<Record<string, Shape>> = api.types;

export const isMethod = (name: string): boolean => Object.hasOwn(METHODS, name);

/**
 * Checks a call's parameters against the Bot API. Telegram ignores parameters it does not know,
 * among them the older ones such as `disable_web_page_preview`; here they are refused as typos.
 */
export function checkedParameters(method: string, params: Params): Params {
  const issue = fieldsIssue(METHODS[method] ?? {}, params, method);
  if (issue !== undefined) throw badRequest(issue);
  return params;
}

/** A form carries everything as text; what is not a text is JSON there. */
export function parametersOfForm(
  method: string,
  form: Iterable<readonly [string, unknown]>,
): Params {
  const fields = METHODS[method] ?? {};
  return Object.fromEntries(
    [...form].map(([name, value]) => {
      const isText = fields[name]?.types.includes("String") ?? true;
      return [name, isText || typeof value !== "string" ? value : jsonOf(name, value)];
    }),
  );
}

function jsonOf(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest(`can't parse ${name} JSON object`);
    throw error;
  }
}

function fieldsIssue(fields: Fields, value: Params, owner: string): string | undefined {
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) return `the sandbox knows no "${unknown}" in ${owner}`;
  for (const [name, { types, required }] of Object.entries(fields)) {
    const given = value[name];
    const issue =
      given === undefined
        ? required
          ? `${name} is empty`
          : undefined
        : valueIssue(types, given, `${owner}.${name}`);
    if (issue !== undefined) return issue;
  }
  return undefined;
}

/** An id or a text as a text, anything else as an empty one. */
export const wordOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The first type that fits is enough; else what the likeliest one says. */
function valueIssue(types: readonly string[], value: unknown, at: string): string | undefined {
  const issues = types.map((type) => typeIssue(type, value, at));
  if (issues.includes(undefined)) return undefined;
  return issues.find((issue) => issue?.startsWith("the sandbox")) ?? issues[0];
}

const ARRAY_OF = "Array of ";
const PRIMITIVES: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: (value) => typeof value === "string",
  Boolean: (value) => typeof value === "boolean",
  Integer: Number.isSafeInteger,
};

function typeIssue(type: string, value: unknown, at: string): string | undefined {
  const wrong = `${at} must be of type ${type}`;
  if (type.startsWith(ARRAY_OF)) {
    if (!Array.isArray(value)) return wrong;
    const inner = type.slice(ARRAY_OF.length);
    const issues = value.map((item, index) => typeIssue(inner, item, `${at}[${index}]`));
    return issues.find((issue) => issue !== undefined);
  }
  const isPrimitive = PRIMITIVES[type];
  if (isPrimitive) return isPrimitive(value) ? undefined : wrong;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return wrong;
  const shape = TYPES[type];
  if (shape?.oneOf) return valueIssue(shape.oneOf, value, at);
  return fieldsIssue(shape?.fields ?? {}, value as Params, at);
}
