/**
 * A matcher for a pattern whose `*` stands for any characters (none, and `/`, included),
 * anchored at both ends. The pieces between the stars are looked for from the left, each once:
 * the leftmost place of a piece leaves the most room for the rest, so nothing is tried twice.
 */
export function starMatcher(glob: string): (input: string) => boolean {
  const pieces = glob.split("*");
  const first = pieces[0] ?? "";
  if (pieces.length === 1) return (input) => input === first;
  const last = pieces.at(-1) ?? "";
  const middle = pieces.slice(1, -1).filter((piece) => piece !== "");
  return (input) =>
    input.length >= first.length + last.length &&
    input.startsWith(first) &&
    input.endsWith(last) &&
    holdsInOrder(input.slice(first.length, input.length - last.length), middle);
}

function holdsInOrder(input: string, pieces: readonly string[]): boolean {
  let from = 0;
  for (const piece of pieces) {
    const at = input.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return true;
}
