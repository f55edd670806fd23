/** A table's entry for a word from outside; `constructor` and the like are nobody's entry. */
export function lookup<Value>(
  table: Readonly<Record<string, Value>>,
  key: string | undefined,
): Value | undefined {
  return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
