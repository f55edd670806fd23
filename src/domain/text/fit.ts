import type { Block } from "../text.ts";
import { cutBlocks, cutText, type Room } from "./cut.ts";

const TRIES = 12;

/**
 * Makes something of at most `chars` visible characters, with fewer and fewer until its size,
 * markup and escapes included, is within `limit`. `make(0)` must fit.
 */
export function fit<Made>(
  limit: number,
  chars: number,
  make: (chars: number) => Made,
  sizeOf: (made: Made) => number,
): Made {
  let visible = Math.max(0, Math.min(chars, limit));
  for (let attempt = 0; attempt < TRIES && visible > 0; attempt += 1) {
    const made = make(visible);
    const size = sizeOf(made);
    if (size <= limit) return made;
    visible = Math.floor(visible * Math.min(0.9, limit / size));
  }
  return make(0);
}

/** The longest beginning of a text whose rendering is within `limit`. */
export function fitText(text: string, limit: number, render: (text: string) => string): string {
  return fit(
    limit,
    limit,
    (chars) => render(cutText(text, chars)),
    (made) => made.length,
  );
}

interface Fitted {
  text: string;
  /** Visible characters that are not shown. */
  left: number;
}

/** The longest beginning of `blocks` within `room` whose rendering is within `limit`. */
export function fitBlocks(
  blocks: readonly Block[],
  room: Room,
  limit: number,
  render: (blocks: readonly Block[]) => string,
  sizeOf: (text: string) => number = (text) => text.length,
): Fitted {
  return fit(
    limit,
    room.chars,
    (chars) => {
      const cut = cutBlocks(blocks, { ...room, chars });
      return { text: render(cut.blocks), left: cut.left };
    },
    (made) => sizeOf(made.text),
  );
}
