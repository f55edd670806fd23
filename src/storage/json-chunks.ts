/** Below D1's 2 MB for one bound string. https://developers.cloudflare.com/d1/platform/limits/ */
const CHUNK_CHARACTERS = 400_000;

/** JSON arrays of the items, in order, each short enough to be one bound parameter. */
export function inChunks(items: readonly unknown[]): string[] {
  const chunks: string[] = [];
  let open: string[] = [];
  let length = 0;
  for (const item of items) {
    const text = JSON.stringify(item);
    if (length + text.length > CHUNK_CHARACTERS && open.length > 0) {
      chunks.push(`[${open.join(",")}]`);
      [open, length] = [[], 0];
    }
    open.push(text);
    length += text.length + 1;
  }
  return open.length === 0 ? chunks : [...chunks, `[${open.join(",")}]`];
}
