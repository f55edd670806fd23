import { type ChatPanel, createChatPanel } from "./chat-panel.ts";
import { setUpControls, showDelivery } from "./controls.ts";
import { discordChannel, drawDiscordMessage } from "./discord-chat.ts";
import { byId, element, valuesOf } from "./dom.ts";
import { openForm } from "./form-dialog.ts";
import { ask, type Catalogue, follow, type Seen } from "./server.ts";
import type { OnPress, PageMessage } from "./shown-message.ts";
import { drawTelegramMessage } from "./telegram-chat.ts";

const BOT_NAME = "WebHooker";
const NOTICE_MS = 6_000;

const catalogue = await ask<Catalogue>("GET", "catalogue");
const panels = createPanels(catalogue);
setUpControls(catalogue);
setUpWriting();
follow({
  onSnapshot({ messages, deliveries }) {
    for (const panel of Object.values(panels)) panel.reset();
    for (const message of messages) panels[message.platform].show(message);
    showDelivery(...deliveries);
  },
  onMessage: (message) => panels[message.platform].show(message),
  onDelivery: showDelivery,
  onConnection(isUp) {
    const shown = byId("connection", HTMLParagraphElement);
    shown.textContent = isUp ? "live" : "disconnected";
    shown.classList.toggle("up", isUp);
  },
});

function createPanels({ chats }: Catalogue): Record<PageMessage["platform"], ChatPanel> {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const frame = discordChannel(!dark.matches);
  dark.addEventListener("change", () => frame.toggleAttribute("light-theme", !dark.matches));
  return {
    discord: createChatPanel("discord", chats.discord.channel.id, {
      frame,
      draw: (message, answered) =>
        drawDiscordMessage(named(message), isByBot(message), press, answered && named(answered)),
      nameOf: (id) =>
        id === chats.discord.channel.id ? `#${chats.discord.channel.name}` : `#${id}`,
    }),
    telegram: createChatPanel("telegram", chats.telegram.id, {
      frame: element("div", { class: "tg-messages" }),
      draw: (message, answered) =>
        drawTelegramMessage(named(message), isByBot(message), press, answered && named(answered)),
      nameOf: (id) =>
        id === chats.telegram.id ? chats.telegram.title : `Private chat of ${chats.visitor.name}`,
    }),
  };
}

const isByBot = ({ author }: PageMessage): boolean => author === "bot";

function named(message: PageMessage): PageMessage {
  return isByBot(message) ? { ...message, author: BOT_NAME } : message;
}

function press({ platform, chatId, messageId }: Parameters<OnPress>[0], button: string): void {
  tell(ask<Seen>("POST", "press", { platform, chatId, messageId, button }));
}

function setUpWriting(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.say")) {
    const platform = form.dataset["platform"] === "telegram" ? "telegram" : "discord";
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const text = valuesOf(form)["text"]?.trim() ?? "";
      if (text === "") return;
      form.reset();
      tell(ask<Seen>("POST", "write", { platform, chatId: panels[platform].chatId(), text }));
    });
  }
}

/** Shows the visitor what came of writing or pressing, failures included. */
function tell(seen: Promise<Seen>): void {
  seen
    .then(({ modal, notice: text, opens }) => {
      if (modal) openForm(modal, (values) => tell(ask<Seen>("POST", "submit", values)));
      if (text !== undefined) notice(text);
      if (opens !== undefined) window.open(opens, "_blank", "noreferrer");
    })
    .catch((error: unknown) => notice(error instanceof Error ? error.message : String(error)));
}

function notice(text: string): void {
  const shown = element("p", { class: "notice", role: "alert" }, text);
  document.body.append(shown);
  setTimeout(() => shown.remove(), NOTICE_MS);
}
