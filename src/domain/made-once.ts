/**
 * Remembers what was made of an object, by a key, for as long as the object lives: what many targets
 * are shown is worded and rendered once. The object must not change, nor what was made of it.
 */
export type MadeOnce<V> = (of: object, key: string, make: () => V) => V;

export function createMadeOnce<V>(): MadeOnce<V> {
  const known = new WeakMap<object, Map<string, V>>();
  return (of, key, make) => {
    const before = known.get(of);
    const found = before?.get(key);
    if (found !== undefined) return found;
    const made = make();
    if (before === undefined) known.set(of, new Map([[key, made]]));
    else before.set(key, made);
    return made;
  };
}
