import { z } from "zod";
import type { ShownMessage } from "./stand-ins/chat-log.ts";

const Embeds = z.array(z.object({ fields: z.array(z.object({ name: z.string() })).default([]) }));

const WIDTH = 78;
const LINES_SHOWN = 14;

/** A chat as text: each message as it stands, with what became of it. */
export function transcript(title: string, messages: readonly ShownMessage[]): string {
  const shown = messages.map((message) => [
    `  ${fate(message)}`,
    ...lines(message).map((line) => `  │ ${line}`),
  ]);
  const heading = `${title}  ${"─".repeat(Math.max(0, WIDTH - title.length - 2))}`;
  return [heading, ...shown.flatMap((block) => ["", ...block])].join("\n");
}

function fate({ history, editedAt, deleted, replyTo }: ShownMessage): string {
  if (deleted) return "posted, deleted";
  const posted = replyTo === undefined ? "posted" : "posted as a reply";
  const [first] = history;
  if (editedAt === undefined || first === undefined) return posted;
  const times = history.length === 1 ? "once" : `${history.length} times`;
  return `${posted} as "${cut(first.split("\n")[0] ?? "", 44)}", edited ${times}`;
}

function lines({ text, body }: ShownMessage): string[] {
  const all = withFieldsJoined(
    text.split("\n").filter((line) => line.trim() !== ""),
    Embeds.safeParse(body["embeds"]).data ?? [],
  );
  const shown = all.slice(0, LINES_SHOWN).map((line) => cut(line, WIDTH - 4));
  return all.length > LINES_SHOWN ? [...shown, `… ${all.length - LINES_SHOWN} more lines`] : shown;
}

/** Discord shows a field's name above its value; as text they fit into one line. */
function withFieldsJoined(all: readonly string[], embeds: z.infer<typeof Embeds>): string[] {
  const names = new Set(embeds.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return all.flatMap((line, index) => {
    if (names.has(all[index - 1] ?? "")) return [];
    const isName = names.has(line) && index + 1 < all.length;
    return [isName ? `${line} ${all[index + 1] ?? ""}` : line];
  });
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1).trimEnd()}…` : text;
}
