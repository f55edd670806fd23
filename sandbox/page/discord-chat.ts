// oxlint-disable-next-line import/no-unassigned-import -- it defines the elements used below
import "@skyra/discord-components-core";
import { discordMarkup, withoutDiscordMarkup } from "./discord-markdown.ts";
import { action, element, onlyWebAddress, picture, portrait, timeOf } from "./dom.ts";
import type { Person } from "./server.ts";
import {
  type Body,
  type MessageDeeds,
  type PageMessage,
  recordOf,
  recordsOf,
  textOf,
} from "./shown-message.ts";

const BOT_COLOUR = "#4c6fff";
const BUTTON_TYPES = ["primary", "secondary", "success", "destructive"] as const;
const DEFAULT_EMBED_COLOUR = "#4f545c";

/** A message as Discord would show it. */
export function drawDiscordMessage(
  message: PageMessage,
  isByBot: boolean,
  deeds: MessageDeeds,
  answered?: PageMessage,
): Element {
  const { body } = message;
  const drawn = element("discord-message", {
    author: message.author,
    avatar: picture(message.author, isByBot ? BOT_COLOUR : undefined),
    bot: isByBot,
    edited: message.editedAt !== undefined,
    // The component's own note of private messages has no working button.
    class: message.onlyFor === undefined ? undefined : "ephemeral",
    "data-id": message.messageId,
  });
  drawn.timestamp = `Today at ${timeOf(message.postedAt)}`;
  if (answered) drawn.append(replyBar(answered));
  drawn.append(discordMarkup(textOf(body["content"])));
  drawn.append(...recordsOf(body["embeds"]).map(embed));
  const rows = recordsOf(body["components"]);
  if (rows.length > 0) drawn.append(buttonRows(rows, (button) => deeds.press(message, button)));
  if (message.onlyFor !== undefined) drawn.append(...onlyYou(message, deeds));
  else {
    drawn.append(...actions(message, deeds));
    drawn.addEventListener("contextmenu", (event) => {
      // A link has a menu of its own.
      if (event.composedPath().some((node) => node instanceof HTMLAnchorElement)) return;
      event.preventDefault();
      drawn.querySelector<HTMLElement>(".actions button")?.click();
    });
  }
  return drawn;
}

function actions(message: PageMessage, deeds: MessageDeeds): Element[] {
  const apps = action("Apps", (button) => deeds.apps(message, button));
  const remove = action("Delete", () => deeds.remove(message));
  return [element("div", { class: "actions" }, apps, remove)];
}

function onlyYou(message: PageMessage, deeds: MessageDeeds): Element[] {
  const dismiss = action("Dismiss message", () => deeds.dismiss(message));
  return [
    element("p", { slot: "components", class: "only-you" }, "Only you can see this · ", dismiss),
  ];
}

/** Discord's app knows whom an id means. */
export function nameMentions(drawn: Element, people: readonly Person[]): void {
  for (const mention of drawn.querySelectorAll('discord-mention[type="user"]')) {
    const found = people.find(({ discordId }) => discordId === mention.textContent);
    if (found) mention.textContent = found.name;
  }
}

/** Its title says more than its first line, which may be a name alone. */
function replyBar(answered: PageMessage): Element {
  const [firstLine = ""] = answered.text.split("\n");
  const [first] = recordsOf(answered.body["embeds"]);
  const shown = withoutDiscordMarkup(textOf(recordOf(first)["title"]));
  return element(
    "discord-reply",
    {
      slot: "reply",
      author: answered.author,
      avatar: picture(answered.author, BOT_COLOUR),
      // The component's own colour is white, whatever the theme.
      "role-color": "inherit",
    },
    shown === "" ? firstLine : shown,
  );
}

/** Around all messages of a channel. */
export function discordChannel(isLight: boolean): HTMLElement {
  return element("discord-messages", { "light-theme": isLight, "no-background": true });
}

/** The component cuts an author off at 95 % of a width that follows from the author; and in the dark its ground is that of the chat. */
const EMBED_STYLE = new CSSStyleSheet();
EMBED_STYLE.replaceSync(`
  .discord-embed-author-block, .discord-embed-author-block > span { max-width: none !important; }
  :host(:not([light-theme])) .discord-embed-wrapper { background-color: #2b2d31 !important; }
`);

function embed(data: Body): Element {
  const author = recordOf(data["author"]);
  const icon = textOf(author["icon_url"]);
  const drawn = element("discord-embed", {
    slot: "embeds",
    color: colour(data["color"]),
    "embed-title": title(textOf(data["title"])),
    url: onlyWebAddress(textOf(data["url"])),
    "author-name": textOf(author["name"]),
    "author-url": onlyWebAddress(textOf(author["url"])),
    "author-image": icon === "" ? undefined : portrait(icon),
  });
  void drawn.updateComplete.then(() => drawn.shadowRoot?.adoptedStyleSheets.push(EMBED_STYLE));
  const description = textOf(data["description"]);
  if (description !== "") {
    drawn.append(
      element("discord-embed-description", { slot: "description" }, discordMarkup(description)),
    );
  }
  const fields = recordsOf(data["fields"]);
  if (fields.length > 0) {
    drawn.append(element("discord-embed-fields", { slot: "fields" }, ...embedFields(fields)));
  }
  const footer = textOf(recordOf(data["footer"])["text"]);
  const timestamp = shownTime(textOf(data["timestamp"]));
  if (footer !== "" || timestamp !== undefined) {
    drawn.append(element("discord-embed-footer", { slot: "footer", timestamp }, footer));
  }
  return drawn;
}

/** Up to three inline fields share a line. */
function embedFields(fields: readonly Body[]): Element[] {
  let column = 0;
  return fields.map((field) => {
    const inline = field["inline"] === true;
    column = inline ? (column % 3) + 1 : 0;
    return element(
      "discord-embed-field",
      {
        "field-title": title(textOf(field["name"])),
        inline,
        "inline-index": inline ? column : undefined,
      },
      discordMarkup(textOf(field["value"])),
    );
  });
}

function buttonRows(rows: readonly Body[], press: (button: string) => void): Element {
  const drawn = rows.map((row) => {
    const buttons = recordsOf(row["components"]).filter(({ type }) => type === 2);
    return element("discord-action-row", {}, ...buttons.map((data) => button(data, press)));
  });
  return element("discord-attachments", { slot: "components" }, ...drawn);
}

function button(data: Body, press: (button: string) => void): Element {
  const { style, disabled } = data;
  const customId = textOf(data["custom_id"]);
  const label = [textOf(recordOf(data["emoji"])["name"]), textOf(data["label"])].join(" ").trim();
  const drawn = element(
    "discord-button",
    {
      type: BUTTON_TYPES[Number(style) - 1] ?? "secondary",
      url: onlyWebAddress(textOf(data["url"])),
      disabled: disabled === true,
    },
    label,
  );
  if (customId !== "") drawn.addEventListener("click", () => press(customId));
  return drawn;
}

/** As Discord words it. The component would show dates only. */
function shownTime(timestamp: string): string | undefined {
  const at = Date.parse(timestamp);
  if (Number.isNaN(at)) return undefined;
  const isToday = new Date(at).toDateString() === new Date().toDateString();
  return isToday ? `Today at ${timeOf(at)}` : new Date(at).toLocaleDateString();
}

/** The component takes any long number for an emoji and would load a picture for it. */
function title(text: string): string {
  return withoutDiscordMarkup(text).replaceAll(
    /\d{17,21}/g,
    (id) => `${id.slice(0, 9)}\u2060${id.slice(9)}`,
  );
}

function colour(value: unknown): string {
  return typeof value === "number"
    ? `#${value.toString(16).padStart(6, "0")}`
    : DEFAULT_EMBED_COLOUR;
}
