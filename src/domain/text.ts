/**
 * Text as data. Nothing here is escaped: only a renderer turns it into a platform's markup,
 * so nothing a payload says can become a tag, a link or a mention.
 */
export type Span = string | StyledSpan | Moment | PersonSpan;

export interface StyledSpan {
  text: string;
  url?: string;
  bold?: boolean;
  italic?: boolean;
  strike?: boolean;
  code?: boolean;
}

/** A point in time (ms), shown in the reader's zone where the platform can. */
export interface Moment {
  at: number;
  style: "relative" | "date" | "time";
}

/** Somebody of the forge, as a chat that they are in knows them: shown without a ping. */
export interface PersonSpan {
  person: string;
  url?: string;
  /** Their numeric GitHub id; absent on other forges. */
  id?: string;
  discordId?: string;
  telegram?: { name: string; url?: string };
}

export type Block =
  | { type: "paragraph"; spans: Span[] }
  | { type: "heading"; level: number; spans: Span[] }
  | { type: "code"; text: string; language?: string }
  | { type: "quote"; blocks: Block[] }
  | { type: "list"; ordered: boolean; start?: number; items: ListItem[] }
  | { type: "table"; header: Span[][]; rows: Span[][][] }
  | { type: "details"; summary: Span[]; blocks: Block[] }
  | { type: "rule" };

export interface ListItem {
  /** Set for task lists. */
  checked?: boolean;
  blocks: Block[];
}
