import { byId, element } from "./dom.ts";
import type { PageMessage } from "./shown-message.ts";

const NEAR_BOTTOM_PX = 120;

/** One platform's chats on the page. */
export interface ChatPanel {
  /** Forgets everything it shows. */
  reset(): void;
  show(message: PageMessage): void;
  /** The chat that is open. */
  chatId(): string;
}

interface Drawing {
  /** Where a chat's messages are put. */
  frame: HTMLElement;
  draw: (message: PageMessage, answered: PageMessage | undefined) => Element;
  /** What a chat is called. */
  nameOf: (chatId: string) => string;
}

export function createChatPanel(
  platform: PageMessage["platform"],
  firstChat: string,
  { frame, draw, nameOf }: Drawing,
): ChatPanel {
  const log = byId(platform, HTMLDivElement);
  const picker = byId(`${platform}-chat`, HTMLSelectElement);
  const messages = new Map<string, PageMessage>();
  const empty = element(
    "p",
    { class: "empty" },
    "No messages yet. Play a story or send a payload.",
  );
  log.replaceChildren(empty, frame);

  const addChat = (chatId: string): void => {
    const isKnown = [...picker.options].some(({ value }) => value === chatId);
    if (!isKnown) picker.append(element("option", { value: chatId }, nameOf(chatId)));
  };
  const drawAll = (): void => {
    const shown = [...messages.values()].filter((message) => message.chatId === picker.value);
    frame.replaceChildren(...shown.map((message) => drawn(message)));
    empty.hidden = shown.length > 0;
    log.scrollTop = log.scrollHeight;
  };
  const drawn = (message: PageMessage): Element =>
    draw(message, messages.get(`${message.chatId}/${message.replyTo}`));

  addChat(firstChat);
  picker.addEventListener("change", drawAll);
  return {
    reset() {
      messages.clear();
      drawAll();
    },
    show(message) {
      const key = `${message.chatId}/${message.messageId}`;
      if (message.deleted) messages.delete(key);
      else messages.set(key, message);
      addChat(message.chatId);
      if (message.chatId !== picker.value) return;
      empty.hidden = true;
      const isFollowing = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_BOTTOM_PX;
      const old = frame.querySelector(`[data-id="${CSS.escape(message.messageId)}"]`);
      if (message.deleted) old?.remove();
      else if (old) old.replaceWith(highlighted(drawn(message)));
      else frame.append(highlighted(drawn(message)));
      if (isFollowing) requestAnimationFrame(() => (log.scrollTop = log.scrollHeight));
    },
    chatId: () => picker.value,
  };
}

/** Marks what just changed, for as long as the animation runs. */
function highlighted(message: Element): Element {
  message.classList.add("fresh");
  message.addEventListener("animationend", () => message.classList.remove("fresh"), { once: true });
  return message;
}
