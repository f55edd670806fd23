import { byId, element } from "./dom.ts";
import type { Catalogue, Chat, Person } from "./server.ts";
import type { PageMessage } from "./shown-message.ts";

/** The two lists above a chat: who reads and writes, and where. */
export interface Picker {
  /** The open chat, as `placeKey` names it. */
  value: () => string;
  place: () => Place;
  person: () => Person;
  openPrivate: () => void;
  /** Adds a chat that was not in the catalogue. */
  know(message: PageMessage): void;
  /** Marks the chat of a message that is not open. */
  mark(message: PageMessage): void;
  onChange: (listener: () => void) => void;
}

interface Place {
  chatId: string;
  topicId?: string;
}

type Platform = PageMessage["platform"];

const NEWS = "● ";

/** Names a chat, or a topic of one. */
export const placeKey = ({ chatId, topicId }: Place): string =>
  topicId === undefined ? chatId : `${chatId}/${topicId}`;

export function createPicker(
  platform: Platform,
  { people, chats }: Catalogue,
  redraw: () => void,
): Picker {
  const chatList = byId(`${platform}-chat`, HTMLSelectElement);
  const personList = byId(`${platform}-person`, HTMLSelectElement);
  const places = createPlaces(platform, { people, chats });
  const listeners: (() => void)[] = [redraw];
  const person = (): Person => {
    const found = people.find(({ id }) => id === personList.value) ?? people[0];
    if (!found) throw new Error("Nobody is here");
    return found;
  };
  const list = (open: string): void => {
    const options = places.of(person());
    chatList.replaceChildren(
      ...options.map(([key, name]) => element("option", { value: key }, name)),
    );
    if (options.some(([key]) => key === open)) chatList.value = open;
  };
  const changed = (): void => {
    const option = chatList.selectedOptions[0];
    if (option) option.textContent = option.textContent.replace(NEWS, "");
    for (const listener of listeners) listener();
  };

  personList.replaceChildren(
    ...people.map(({ id, name, role }) => element("option", { value: id }, `${name} (${role})`)),
  );
  list("");
  chatList.addEventListener("change", changed);
  personList.addEventListener("change", () => {
    list(places.isPrivate(chatList.value) ? places.privateId(person()) : chatList.value);
    changed();
  });
  return {
    value: () => chatList.value,
    place: () => places.named(chatList.value),
    person,
    openPrivate() {
      list(places.privateId(person()));
      changed();
    },
    know(message) {
      if (places.add(message)) list(chatList.value);
    },
    mark(message) {
      const option = [...chatList.options].find(({ value }) => value === placeKey(message));
      if (option && !option.textContent.startsWith(NEWS)) option.prepend(NEWS);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

/** The chats of a platform: those everybody is in, and each person's own with the bot. */
function createPlaces(platform: Platform, { people, chats }: Pick<Catalogue, "people" | "chats">) {
  const shared = new Map(
    chats[platform].map((chat) => [placeKey(placeOf(chat)), { ...placeOf(chat), name: chat.name }]),
  );
  const privateId = ({ dmId, telegramId }: Person): string =>
    platform === "discord" ? dmId : telegramId;
  const isPrivate = (id: string): boolean => people.some((person) => privateId(person) === id);
  return {
    privateId,
    isPrivate,
    of: (person: Person): (readonly [string, string])[] => [
      ...[...shared].map(([key, { name }]) => [key, name] as const),
      [privateId(person), "WebHooker (private)"],
    ],
    named(key: string): Place {
      const { chatId, topicId } = shared.get(key) ?? { chatId: key };
      return topicId === undefined ? { chatId } : { chatId, topicId };
    },
    /** False for a chat that is known, or somebody's own. */
    add(message: PageMessage): boolean {
      const key = placeKey(message);
      if (shared.has(key) || isPrivate(message.chatId)) return false;
      const { chatId, topicId } = message;
      shared.set(key, { chatId, ...(topicId === undefined ? {} : { topicId }), name: chatId });
      return true;
    },
  };
}

const placeOf = ({ id, topicId }: Chat): Place =>
  topicId === undefined ? { chatId: id } : { chatId: id, topicId };
