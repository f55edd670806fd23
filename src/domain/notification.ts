import type { Block, Span } from "./text.ts";

/** What a message's colour says. Renderers map it; formatters never name a colour. */
export type Tone =
  | "neutral"
  | "open"
  | "draft"
  | "merged"
  | "closed"
  | "success"
  | "failure"
  | "warning"
  | "pending"
  | "info"
  | `#${string}`;

/** Who did it, as the forge shows them. */
export interface Person {
  name: string;
  url?: string;
  avatarUrl?: string;
}

export interface Field {
  name: string;
  value: Span[];
  inline?: boolean;
}

/** Something the reader can press. A command action is an invocation like any other. */
export type Action =
  | { type: "link"; label: string; url: string }
  | {
      type: "command";
      label: string;
      /** The command's path, as in `pr merge`. */
      command: string;
      /** What it acts on; untrusted when it comes back. With the command at most 60 bytes. */
      payload: string;
      tone?: "primary" | "success" | "danger";
    };

/** A message in no platform's words. */
export interface Notification {
  tone: Tone;
  /** An emoji of ours in front; left out where a group switched emoji off. */
  icon?: string;
  /** One sentence: who did what to which thing. Never empty. */
  headline: Span[];
  /** The thing itself (a pull request's title), linked by `url`. */
  title?: string;
  url?: string;
  author?: Person;
  body?: Block[];
  /** Characters of the body that are not in it: what is kept of a text has an end. */
  bodyLeft?: number;
  fields?: Field[];
  /** Where it happened: the repository, or the forge's name for it. */
  footer?: string;
  /** When it happened, in ms. */
  at?: number;
  imageUrl?: string;
  actions?: Action[];
}
