/** https://docs.github.com/rest/using-the-rest-api/using-pagination-in-the-rest-api: the most on one page. */
const PAGE_SIZE = 100;
/** A Worker on the Free plan asks others 50 times in one request, and one list is not all that is asked. */
const MOST_PAGES = 15;

export interface Listed<T> {
  items: readonly T[];
  /** There were more pages than are read. */
  isCut: boolean;
}

/** Reads a list page after page, to its end or to the one that is looked for. */
export async function listed<T>(
  readPage: (query: { per_page: number; page: number }) => Promise<readonly T[]>,
  isWanted: (item: T) => boolean = () => false,
): Promise<Listed<T>> {
  const items: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const found = await readPage({ per_page: PAGE_SIZE, page });
    items.push(...found);
    if (found.length < PAGE_SIZE || found.some(isWanted)) return { items, isCut: false };
  }
  return { items, isCut: true };
}
