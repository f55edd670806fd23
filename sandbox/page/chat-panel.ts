import { createPicker, placeKey } from "./chat-picker.ts";
import { byId, element } from "./dom.ts";
import type { Catalogue, Person } from "./server.ts";
import type { PageMessage } from "./shown-message.ts";

const NEAR_BOTTOM_PX = 120;

/** One platform's chats on the page, as one person sees them. */
export interface ChatPanel {
  /** Shows these instead of everything before: none of them is news. */
  reset(all: readonly PageMessage[]): void;
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
  const messages = new Map<string, PageMessage>();
  const dismissed = new Set<string>();
  const picker = createPicker(platform, catalogue, () => drawAll());
  const { person } = picker;

  const isShown = (message: PageMessage): boolean =>
    picker.value() === placeKey(message) && isFor(message) && !dismissed.has(keyOf(message));
  const isFor = ({ onlyFor }: PageMessage): boolean =>
    onlyFor === undefined || onlyFor === person().discordId;
  const shown = (): PageMessage[] => [...messages.values()].filter(isShown);
  const view = createView(byId(platform, HTMLDivElement), frame, (message) =>
    draw(message, messages.get(`${message.chatId}/${message.replyTo}`), person()),
  );
  function drawAll(): void {
    view.draw(shown());
  }
  function keep(message: PageMessage): void {
    if (message.deleted) messages.delete(keyOf(message));
    else messages.set(keyOf(message), message);
    picker.know(message);
  }

  return {
    reset(all) {
      messages.clear();
      for (const message of all) keep(message);
      drawAll();
    },
    show(message) {
      const isNew = !messages.has(keyOf(message));
      keep(message);
      if (isShown(message)) view.update(message, shown());
      else if (isNew && isFor(message)) picker.mark(message);
      // What one says, and what is said to oneself alone: it answers what one just did.
      const isMine = message.onlyFor !== undefined || message.author === person().name;
      if (isNew && isMine && isShown(message)) view.follow();
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

/** The messages of the open chat, as elements. */
function createView(
  log: HTMLElement,
  frame: HTMLElement,
  drawn: (message: PageMessage) => Element,
) {
  const empty = element("p", { class: "empty" }, "No messages yet. Play a story, or write /gh.");
  log.replaceChildren(empty, frame);
  const follow = followNewest(log, frame);
  const find = ({ messageId }: PageMessage): Element | null =>
    frame.querySelector(`[data-id="${CSS.escape(messageId)}"]`);
  return {
    follow,
    draw(shown: readonly PageMessage[]): void {
      frame.replaceChildren(...shown.map(drawn));
      empty.hidden = shown.length > 0;
      follow();
    },
    /** One of what is shown came, changed or went. */
    update(message: PageMessage, shown: readonly PageMessage[]): void {
      const old = find(message);
      if (message.deleted) old?.remove();
      else if (old) old.replaceWith(highlighted(drawn(message)));
      else frame.append(highlighted(drawn(message)));
      empty.hidden = shown.length > 0;
      // They quote the first line of what they answer.
      for (const reply of shown) {
        if (reply.replyTo === message.messageId) find(reply)?.replaceWith(drawn(reply));
      }
    },
  };
}

/** Stays at the bottom while what is there grows, until somebody scrolls up. Gives what goes there. */
function followNewest(log: HTMLElement, frame: HTMLElement): () => void {
  let isFollowing = true;
  const toBottom = (): void => {
    if (isFollowing) log.scrollTop = log.scrollHeight;
  };
  let before = 0;
  log.addEventListener("scroll", () => {
    const isNear = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_BOTTOM_PX;
    // What grew since we scrolled down is no wish to stay behind.
    isFollowing = isNear || (isFollowing && log.scrollTop >= before);
    before = log.scrollTop;
  });
  const sizes = new ResizeObserver(toBottom);
  for (const element of [log, frame]) sizes.observe(element);
  return () => {
    isFollowing = true;
    toBottom();
  };
}

const keyOf = ({ chatId, messageId }: PageMessage): string => `${chatId}/${messageId}`;

/** Marks what just changed, for as long as the animation runs. */
function highlighted(message: Element): Element {
  message.classList.add("fresh");
  message.addEventListener("animationend", () => message.classList.remove("fresh"), { once: true });
  return message;
}
