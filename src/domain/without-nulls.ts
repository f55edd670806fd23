/**
 * An object without its nulls, which other writers of JSON leave where nothing is; anything else as
 * it is. Those `kept` mean something by being absent, so that a null there stays an error.
 */
export function withoutNulls(value: unknown, kept: readonly string[] = []): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const said = Object.entries(value).filter(([name, one]) => one !== null || kept.includes(name));
  return Object.fromEntries(said);
}
