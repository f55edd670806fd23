import { badRequest } from "./errors.ts";
import type { Params } from "./parameters.ts";

const CALLBACK_DATA_BYTES = 64;
const COPY_TEXT_LIMIT = 256;
const BUTTONS_LIMIT = 100;
const ROW_WIDTH = 8;
/** What a button does: exactly one of these. */
const ACTIONS = [
  "url",
  "callback_data",
  "switch_inline_query",
  "switch_inline_query_current_chat",
  "copy_text",
];

export interface ShownButton {
  label: string;
  data?: string;
  url?: string;
}

/** The inline buttons of a message's parameters, row by row. */
export function inlineRows({ reply_markup: markup }: Params): Params[][] {
  const keyboard: unknown = (markup as Params | undefined)?.["inline_keyboard"];
  return Array.isArray(keyboard) ? (keyboard as Params[][]) : [];
}

export function buttonsOf(params: Params): ShownButton[] {
  return inlineRows(params)
    .flat()
    .map(({ text, callback_data: data, url }) => ({
      label: String(text),
      ...(typeof data === "string" ? { data } : {}),
      ...(typeof url === "string" ? { url } : {}),
    }));
}

/** Throws what Telegram says to a bad inline keyboard. */
export function refuseBadButtons(params: Params): void {
  const rows = inlineRows(params);
  if (rows.flat().length > BUTTONS_LIMIT || rows.some((row) => row.length > ROW_WIDTH)) {
    throw badRequest("REPLY_MARKUP_TOO_LONG");
  }
  for (const button of rows.flat()) refuseBadButton(button);
}

function refuseBadButton(button: Params): void {
  if (String(button["text"]).trim() === "") throw badRequest("BUTTON_TEXT_INVALID");
  const actions = ACTIONS.filter((action) => button[action] !== undefined);
  if (actions.length !== 1) {
    throw badRequest(
      "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    );
  }
  const { callback_data: data, url, copy_text: copied } = button;
  if (typeof data === "string") refuseBadData(data);
  if (typeof url === "string" && !isButtonUrl(url)) throw badRequest("BUTTON_URL_INVALID");
  const text = (copied as Params | undefined)?.["text"];
  if (typeof text === "string" && (text === "" || text.length > COPY_TEXT_LIMIT)) {
    throw badRequest("BUTTON_COPY_TEXT_INVALID");
  }
}

function refuseBadData(data: string): void {
  const { length } = new TextEncoder().encode(data);
  if (length < 1 || length > CALLBACK_DATA_BYTES) throw badRequest("BUTTON_DATA_INVALID");
}

/** Telegram wants a public host. Here `localhost` passes, since the sandbox itself lives there. */
function isButtonUrl(url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed?.protocol === "tg:") return true;
  const isWeb = parsed?.protocol === "https:" || parsed?.protocol === "http:";
  return isWeb && (parsed.hostname === "localhost" || parsed.hostname.includes("."));
}
