import type { Block, Span } from "../../domain/text.ts";

/** Lines as a list that marks where each begins; none where there is no line. */
export function lineList(lines: readonly Span[][]): Block[] {
  if (lines.length === 0) return [];
  const items = lines.map((spans) => ({ blocks: [{ type: "paragraph" as const, spans }] }));
  return [{ type: "list", ordered: false, items }];
}
