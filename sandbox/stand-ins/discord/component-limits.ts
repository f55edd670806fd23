import { type FormIssue, issue } from "./errors.ts";
import { isPresent, isRecord, recordsOf, textOf } from "./validate.ts";

export const IS_COMPONENTS_V2 = 1 << 15;
const ACTION_ROW = 1;
const BUTTON = 2;
const LINK_STYLE = 5;
const ROWS_LIMIT = 5;
const ROW_WIDTH = 5;
/** Of all components together, with the V2 flag. */
const COMPONENTS_LIMIT = 40;
/** Of all text displays together, with the V2 flag. */
const V2_TEXT_LIMIT = 4000;

type Path = readonly (string | number)[];
interface Placed {
  component: Record<string, unknown>;
  path: Path;
}

/** Rows, widths, unique custom ids, and what a button may carry. */
export function componentIssues(message: Readonly<Record<string, unknown>>): FormIssue[] {
  const top = recordsOf(message["components"]);
  const all = top.flatMap((component, index) => placed(component, ["components", index]));
  const isV2 = (Number(message["flags"] ?? 0) & IS_COMPONENTS_V2) !== 0;
  return [
    ...(isV2 ? v2Issues(message, all) : legacyIssues(top)),
    ...all.flatMap(({ component, path }) => rowIssues(component, path)),
    ...all.flatMap(({ component, path }) => buttonIssues(component, path)),
    ...duplicateIssues(all),
  ];
}

function placed(component: Record<string, unknown>, path: Path): Placed[] {
  const inner = recordsOf(component["components"]).flatMap((child, index) =>
    placed(child, [...path, "components", index]),
  );
  const accessory = isRecord(component["accessory"])
    ? placed(component["accessory"], [...path, "accessory"])
    : [];
  return [{ component, path }, ...inner, ...accessory];
}

function legacyIssues(top: readonly Record<string, unknown>[]): FormIssue[] {
  const tooMany =
    top.length > ROWS_LIMIT
      ? [issue(["components"], "BASE_TYPE_BAD_LENGTH", `Must be between 1 and ${ROWS_LIMIT}.`)]
      : [];
  const foreign = top.flatMap(({ type }, index) =>
    type === ACTION_ROW
      ? []
      : [issue(["components", index, "type"], "BASE_TYPE_CHOICES", "Value must be one of {1}.")],
  );
  return [...tooMany, ...foreign];
}

function v2Issues(message: Readonly<Record<string, unknown>>, all: readonly Placed[]): FormIssue[] {
  const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
  const why = "The field cannot be used when using MessageFlags.IS_COMPONENTS_V2";
  const legacy = ["content", "embeds"].filter((field) => {
    const value = message[field];
    return Array.isArray(value) ? value.length > 0 : textOf(value) !== "";
  });
  const text = all.reduce((sum, { component }) => sum + textOf(component["content"]).length, 0);
  return [
    ...legacy.map((field) => issue([field], code, why)),
    ...(all.length > COMPONENTS_LIMIT
      ? [issue(["components"], "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Too many components")]
      : []),
    ...(text > V2_TEXT_LIMIT
      ? [issue(["components"], "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Too much text")]
      : []),
  ];
}

function rowIssues(component: Record<string, unknown>, path: Path): FormIssue[] {
  if (component["type"] !== ACTION_ROW) return [];
  const inner = recordsOf(component["components"]);
  const buttons = inner.filter(({ type }) => type === BUTTON).length;
  // A select takes the width of the whole row.
  const width = buttons + (inner.length - buttons) * ROW_WIDTH;
  if (width >= 1 && width <= ROW_WIDTH) return [];
  const why = "The specified component exceeds the maximum width";
  return [issue([...path, "components"], "COMPONENT_LAYOUT_WIDTH_EXCEEDED", why)];
}

function buttonIssues(button: Record<string, unknown>, path: Path): FormIssue[] {
  if (button["type"] !== BUTTON) return [];
  const isLink = button["style"] === LINK_STYLE;
  const wanted = isLink ? "url" : "custom_id";
  const forbidden = isLink ? "custom_id" : "url";
  const hasFace = textOf(button["label"]).trim() !== "" || isRecord(button["emoji"]);
  return [
    ...(textOf(button[wanted]) === ""
      ? [issue([...path, wanted], "BASE_TYPE_REQUIRED", "This field is required")]
      : []),
    ...(isPresent(button[forbidden])
      ? [issue(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", BOTH)]
      : []),
    ...(hasFace ? [] : [issue(path, "BUTTON_COMPONENT_INVALID_EMOJI", "A label or an emoji")]),
    ...(isLink ? linkIssues(textOf(button["url"]), path) : []),
  ];
}

function linkIssues(url: string, path: Path): FormIssue[] {
  const isLinkable = ["http:", "https:", "discord:"].includes(URL.parse(url)?.protocol ?? "");
  if (isLinkable) return [];
  return [issue([...path, "url"], "URL_TYPE_INVALID_SCHEME", "Must be http, https or discord")];
}

const BOTH = "A custom id and url cannot both be specified";

function duplicateIssues(all: readonly Placed[]): FormIssue[] {
  const seen = new Set<unknown>();
  return all.flatMap(({ component, path }) => {
    const id = component["custom_id"];
    if (!isPresent(id)) return [];
    const isRepeated = seen.has(id);
    seen.add(id);
    const code = "COMPONENT_CUSTOM_ID_DUPLICATED";
    return isRepeated
      ? [issue([...path, "custom_id"], code, "Component custom id cannot be duplicated")]
      : [];
  });
}
