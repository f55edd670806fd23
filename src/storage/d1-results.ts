/** Sends statements as one transaction, in one round trip. */
export type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>;

/** The rows that a statement of a batch answered. */
export function rowsAt<T>(results: readonly D1Result[], index: number): T[] {
  return (results[index]?.results ?? []) as T[];
}
