import { type ChatPanel, createChatPanel } from "./chat-panel.ts";
import { setUpControls, showDelivery } from "./controls.ts";
import { discordChannel, drawDiscordMessage, nameMentions } from "./discord-chat.ts";
import { setUpDiscordComposer } from "./discord-composer.ts";
import { byId, element } from "./dom.ts";
import { setUpFaults } from "./faults-panel.ts";
import { openForm } from "./form-dialog.ts";
import { createGitHubPanel } from "./github-panel.ts";
import { openMenu } from "./menu.ts";
import { notice, saying } from "./notice.ts";
import { ask, type Catalogue, type Commands, follow, type Seen } from "./server.ts";
import type { MessageDeeds, PageMessage } from "./shown-message.ts";
import { setUpTabs } from "./tabs.ts";
import { drawTelegramMessage } from "./telegram-chat.ts";
import { setUpTelegramComposer } from "./telegram-composer.ts";

const BOT_NAME = "WebHooker";
/** What the platform's app opens itself instead of a browser. */
const TELEGRAM_LINK = /^https:\/\/t\.me\/\w+(?:\?start=([\w-]+))?$/;

const catalogue = await ask<Catalogue>("GET", "catalogue");
const panels = createPanels(catalogue);
const gitHub = createGitHubPanel();
setUpTabs();
setUpControls(catalogue);
setUpFaults();
setUpDiscordComposer(panels.discord, (seen) => tell("discord", seen));
const telegramComposer = setUpTelegramComposer(panels.telegram, (seen) => tell("telegram", seen));
interceptTelegramLinks();
follow({
  onSnapshot({ messages, deliveries, github }) {
    for (const [platform, panel] of Object.entries(panels))
      panel.reset(messages.filter((message) => message.platform === platform));
    showDelivery(...deliveries);
    gitHub.show(github);
  },
  onMessage(message) {
    const panel = panels[message.platform];
    const isNew = panel.message(message.chatId, message.messageId) === undefined;
    panel.show(message);
    if (isNew && message.platform === "telegram") telegramComposer.noticeQuestion(message);
  },
  onDelivery: showDelivery,
  onGitHub: gitHub.show,
  onConnection(isUp) {
    const shown = byId("connection", HTMLParagraphElement);
    shown.textContent = isUp ? "live" : "disconnected";
    shown.classList.toggle("up", isUp);
  },
});

function createPanels(all: Catalogue): Record<PageMessage["platform"], ChatPanel> {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const frame = discordChannel(!dark.matches);
  // The component's messages keep the colours that they were made with.
  dark.addEventListener("change", () => location.reload());
  return {
    discord: createChatPanel("discord", {
      frame,
      catalogue: all,
      draw(message, answered) {
        const by = isByBot(message);
        const drawn = drawDiscordMessage(named(message), by, deeds, answered && named(answered));
        nameMentions(drawn, all.people);
        return drawn;
      },
    }),
    telegram: createChatPanel("telegram", {
      frame: element("div", { class: "tg-messages" }),
      catalogue: all,
      draw(message, answered, { name }) {
        const from = { isByBot: isByBot(message), isOwn: message.author === name };
        return drawTelegramMessage(named(message), from, deeds, answered && named(answered));
      },
    }),
  };
}

/** What the reader of a panel does with its messages. */
const deeds: MessageDeeds = {
  press: ({ platform, chatId, messageId }, button) =>
    tell(
      platform,
      ask<Seen>("POST", "press", { as: readerOf(platform), platform, chatId, messageId, button }),
    ),
  reply: (message) => telegramComposer.reply(message),
  dismiss: (message) => panels.discord.dismiss(message),
  remove: ({ platform, chatId, messageId }) =>
    void saying(ask("POST", "delete-message", { platform, chatId, messageId })),
  share({ platform, chatId, messageId }, key, button) {
    const as = readerOf(platform);
    const chats = catalogue.chats.telegram.filter(({ topicId }) => topicId === undefined);
    const items = chats.map(({ id: shared, name }) => ({
      label: name,
      choose: () =>
        tell(platform, ask("POST", "share", { as, platform, chatId, messageId, key, shared })),
    }));
    openMenu(button, items);
  },
  apps({ platform, chatId, messageId }, button) {
    const as = readerOf(platform);
    void saying(ask<Commands>("GET", `commands?as=${as}`)).then((commands) => {
      const items = (commands?.menu ?? []).map(({ name, label }) => ({
        label,
        choose: () =>
          tell(platform, ask("POST", "menu", { as, platform, chatId, messageId, name })),
      }));
      openMenu(button, items);
    });
  },
};

function readerOf(platform: PageMessage["platform"]): string {
  return panels[platform].person().id;
}

function isByBot({ author }: PageMessage): boolean {
  return author === "bot";
}

function named(message: PageMessage): PageMessage {
  return isByBot(message) ? { ...message, author: BOT_NAME } : message;
}

/** Shows what came of writing or pressing, failures included. */
function tell(platform: PageMessage["platform"], asked: Promise<Seen>): void {
  const as = readerOf(platform);
  void saying(asked).then((seen) => {
    if (seen === undefined) return;
    const { modal, notice: text, isAlert, opens } = seen;
    if (modal) {
      openForm(modal, (values) => tell(platform, ask<Seen>("POST", "submit", { as, values })));
    }
    if (text !== undefined) notice(text, isAlert === true);
    if (opens !== undefined) open(opens);
  });
}

function open(address: string): void {
  const link = TELEGRAM_LINK.exec(address);
  if (link === null) window.open(address, "_blank", "noreferrer");
  else startTelegram(link[1]);
}

/** Opens the bot's private chat, as whoever is on Telegram right now. */
function startTelegram(payload: string | undefined): void {
  panels.telegram.openPrivate();
  const as = readerOf("telegram");
  tell(
    "telegram",
    ask<Seen>("POST", "start", { as, ...(payload === undefined ? {} : { payload }) }),
  );
}

function interceptTelegramLinks(): void {
  document.addEventListener("click", (event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link === undefined || !TELEGRAM_LINK.test(link.href)) return;
    event.preventDefault();
    open(link.href);
  });
}
