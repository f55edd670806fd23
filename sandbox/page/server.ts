import type { PageMessage } from "./shown-message.ts";

export interface Delivery {
  id: string;
  event: string;
  label: string;
  sent: number;
  at: number;
  status: number;
  answer: string;
}

export interface Person {
  id: string;
  name: string;
  role: string;
  discordId: string;
  telegramId: string;
  /** Their direct conversation with the bot on Discord; on Telegram it has their own id. */
  dmId: string;
}

export interface Chat {
  id: string;
  topicId?: string;
  name: string;
}

export interface Catalogue {
  people: Person[];
  guild: string;
  bot: string;
  chats: Record<PageMessage["platform"], Chat[]>;
  stories: { id: string; title: string }[];
  examples: { id: string; event: string; action?: string }[];
}

/** What somebody who wrote or pressed is shown besides the messages. */
export interface Seen {
  modal?: { title: string; components: unknown };
  notice?: string;
  isAlert?: boolean;
  opens?: string;
}

export interface Option {
  name: string;
  description: string;
  required: boolean;
  completes: boolean;
  choices: { name: string; value: string }[];
}

export interface Command {
  path: string[];
  description: string;
  options: Option[];
}

export interface Commands {
  slash: Command[];
  menu: { name: string; label: string }[];
}

export interface Thread {
  number: number;
  isPull: boolean;
  title: string;
  state: string;
  author: string;
  labels: string[];
  head?: string;
  said: { author: string; text: string; verdict?: string; reactions: string[] }[];
  reactions: string[];
}

export interface Repository {
  name: string;
  archived: boolean;
  saml: boolean;
  hasIssues: boolean;
  installed: boolean;
  permissions: Readonly<Record<string, string>>;
  threads: Thread[];
}

export interface GitHubView {
  repositories: Repository[];
  people: { login: string; tokens: number }[];
}

/** Asks the sandbox's own server; `what` shapes the answer. Throws Error with the server's reason. */
export async function ask<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`/api/${path}`, {
    method,
    ...(body
      ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }
      : {}),
  }).catch(() => {
    throw new Error("The sandbox does not answer. Does npm start still run?");
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

export interface Live {
  onSnapshot(snapshot: {
    messages: PageMessage[];
    deliveries: Delivery[];
    github: GitHubView;
  }): void;
  onMessage(message: PageMessage): void;
  onDelivery(delivery: Delivery): void;
  onGitHub(view: GitHubView): void;
  onConnection(isUp: boolean): void;
}

/** Follows what happens; the browser reconnects by itself, and then all is told again. */
export function follow(live: Live): void {
  const source = new EventSource("/api/live");
  source.addEventListener("open", () => live.onConnection(true));
  source.addEventListener("error", () => live.onConnection(false));
  source.addEventListener("snapshot", ({ data }) => live.onSnapshot(JSON.parse(data)));
  source.addEventListener("message", ({ data }) => live.onMessage(JSON.parse(data)));
  source.addEventListener("delivery", ({ data }) => live.onDelivery(JSON.parse(data)));
  source.addEventListener("github", ({ data }) => live.onGitHub(JSON.parse(data)));
}
