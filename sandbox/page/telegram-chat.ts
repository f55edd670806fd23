import { action, element, onlyWebAddress, picture, timeOf } from "./dom.ts";
import {
  type Body,
  isRecord,
  type MessageDeeds,
  type PageMessage,
  recordOf,
  recordsOf,
  textOf,
} from "./shown-message.ts";
import { telegramMarkup } from "./telegram-html.ts";

const BOT_COLOUR = "#4c6fff";

/** A message as Telegram would show it. */
export function drawTelegramMessage(
  message: PageMessage,
  from: { isByBot: boolean; isOwn: boolean },
  deeds: MessageDeeds,
  answered?: PageMessage,
): Element {
  const { body } = message;
  const avatar = picture(message.author, from.isByBot ? BOT_COLOUR : undefined);
  const text = textOf(body["text"]) || textOf(body["caption"]);
  const content = body["parse_mode"] === "HTML" ? telegramMarkup(text) : text;
  const bubble = element(
    "div",
    { class: "bubble" },
    element("p", { class: "author" }, message.author),
    ...(answered ? [replyBar(answered)] : []),
    element("div", { class: "text" }, content),
    ...reactions(message),
    element(
      "p",
      { class: "meta" },
      message.editedAt === undefined ? "" : "edited ",
      timeOf(message.postedAt),
    ),
  );
  const inline = keyboardOf(body["reply_markup"], "inline_keyboard");
  const below = keyboardOf(body["reply_markup"], "keyboard").map((row) =>
    element("div", { class: "key-row" }, ...row.map((key) => replyKey(key, message, deeds))),
  );
  const rows = inline.map((row) =>
    element("div", { class: "key-row" }, ...row.map((key) => inlineKey(key, message, deeds))),
  );
  return element(
    "article",
    { class: from.isOwn ? "tg-message own" : "tg-message", "data-id": message.messageId },
    element("img", { src: avatar, alt: "", width: 34, height: 34 }),
    element("div", { class: "stack" }, bubble, ...rows, ...below),
    element(
      "div",
      { class: "actions" },
      action("Reply", () => deeds.reply(message)),
      action("Delete", () => deeds.remove(message)),
    ),
  );
}

function reactions({ reactions: given = [] }: PageMessage): Element[] {
  return given.length === 0 ? [] : [element("p", { class: "reactions" }, given.join(" "))];
}

function replyBar(answered: PageMessage): Element {
  const [firstLine = ""] = answered.text.split("\n");
  return element(
    "div",
    { class: "reply" },
    element("b", {}, answered.author),
    element("span", {}, firstLine),
  );
}

/** The rows of a keyboard, which may arrive as JSON in a string. */
function keyboardOf(markup: unknown, kind: "inline_keyboard" | "keyboard"): Body[][] {
  const parsed: unknown = typeof markup === "string" ? JSON.parse(markup) : markup;
  const rows = isRecord(parsed) ? parsed[kind] : [];
  return Array.isArray(rows) ? rows.map(recordsOf) : [];
}

/** Telegram shows these below the chat. */
function replyKey(key: Body, message: PageMessage, deeds: MessageDeeds): Element {
  const label = textOf(key["text"]);
  const drawn = action(label, () => deeds.share(message, label, drawn));
  drawn.className = "key below";
  return drawn;
}

function inlineKey(key: Body, message: PageMessage, deeds: MessageDeeds): Element {
  const label = textOf(key["text"]);
  const href = onlyWebAddress(textOf(key["url"]) || textOf(recordOf(key["login_url"])["url"]));
  if (href !== undefined) {
    return element("a", { class: "key link", href, target: "_blank", rel: "noreferrer" }, label);
  }
  const style = textOf(key["style"]);
  const drawn = element("button", { class: `key ${style}`, type: "button" }, label);
  drawn.addEventListener("click", () => deeds.press(message, textOf(key["callback_data"])));
  return drawn;
}
