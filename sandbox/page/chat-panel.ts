import { createPicker, placeKey } from "./chat-picker.ts";
import { byId, element } from "./dom.ts";
import type { Catalogue, Person } from "./server.ts";
import type { PageMessage } from "./shown-message.ts";

const NEAR_BOTTOM_PX = 120;

/** One platform's chats on the page, as one person sees them. */
export interface ChatPanel {
  /** Forgets everything it shows. */
  reset(): void;
  show(message: PageMessage): void;
  /** The chat that is open. */
  place(): { chatId: string; topicId?: string };
  person(): Person;
  message(chatId: string, messageId: string | undefined): PageMessage | undefined;
  openPrivate(): void;
  /** Hides a message that only this person sees. */
  dismiss(message: PageMessage): void;
  onChange(listener: () => void): void;
}

interface Drawing {
  /** Where a chat's messages are put. */
  frame: HTMLElement;
  draw: (message: PageMessage, answered: PageMessage | undefined, reader: Person) => Element;
  catalogue: Catalogue;
}

type Platform = PageMessage["platform"];

export function createChatPanel(
  platform: Platform,
  { frame, draw, catalogue }: Drawing,
): ChatPanel {
  const log = byId(platform, HTMLDivElement);
  const messages = new Map<string, PageMessage>();
  const dismissed = new Set<string>();
  const empty = element("p", { class: "empty" }, "No messages yet. Play a story, or write /gh.");
  log.replaceChildren(empty, frame);
  const picker = createPicker(platform, catalogue, () => drawAll());
  const { person } = picker;

  const isShown = (message: PageMessage): boolean =>
    picker.value() === placeKey(message) && isFor(message) && !dismissed.has(keyOf(message));
  const isFor = ({ onlyFor }: PageMessage): boolean =>
    onlyFor === undefined || onlyFor === person().discordId;
  const drawn = (message: PageMessage): Element =>
    draw(message, messages.get(`${message.chatId}/${message.replyTo}`), person());
  function drawAll(): void {
    const shown = [...messages.values()].filter(isShown);
    frame.replaceChildren(...shown.map((message) => drawn(message)));
    empty.hidden = shown.length > 0;
    log.scrollTop = log.scrollHeight;
  }

  return {
    reset() {
      messages.clear();
      drawAll();
    },
    show(message) {
      const isNew = !messages.has(keyOf(message));
      if (message.deleted) messages.delete(keyOf(message));
      else messages.set(keyOf(message), message);
      picker.know(message);
      if (!isShown(message)) {
        if (isNew && isFor(message)) picker.mark(message);
        return;
      }
      empty.hidden = true;
      const isFollowing = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_BOTTOM_PX;
      const old = frame.querySelector(`[data-id="${CSS.escape(message.messageId)}"]`);
      if (message.deleted) old?.remove();
      else if (old) old.replaceWith(highlighted(drawn(message)));
      else frame.append(highlighted(drawn(message)));
      if (isFollowing) requestAnimationFrame(() => (log.scrollTop = log.scrollHeight));
    },
    place: picker.place,
    person,
    message: (chatId, messageId) => messages.get(`${chatId}/${messageId}`),
    openPrivate: picker.openPrivate,
    dismiss(message) {
      dismissed.add(keyOf(message));
      drawAll();
    },
    onChange: picker.onChange,
  };
}

const keyOf = ({ chatId, messageId }: PageMessage): string => `${chatId}/${messageId}`;

/** Marks what just changed, for as long as the animation runs. */
function highlighted(message: Element): Element {
  message.classList.add("fresh");
  message.addEventListener("animationend", () => message.classList.remove("fresh"), { once: true });
  return message;
}
