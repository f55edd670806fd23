/** A KV in this process's memory: what a Worker of ours uses of one, with lifetimes by `now`. */
export function createMemoryKv(now: () => number): KVNamespace {
  const stored = new Map<
    string,
    { value: string | ArrayBuffer; metadata: unknown; until: number }
  >();
  const read = (key: string, type: unknown) => {
    const found = stored.get(key);
    if (found === undefined || found.until <= now()) return { value: null, metadata: null };
    return { value: asType(found.value, type), metadata: found.metadata };
  };
  return {
    get: async (keys: string | string[], options?: unknown) =>
      each(keys, (key) => read(key, typeIn(options)).value),
    getWithMetadata: async (keys: string | string[], options?: unknown) =>
      each(keys, (key) => read(key, typeIn(options))),
    async put(key: string, value: string | ArrayBuffer, options: KVNamespacePutOptions = {}) {
      const { expirationTtl = Infinity, metadata = null } = options;
      stored.set(key, { value, metadata, until: now() + expirationTtl * 1000 });
    },
    async delete(key: string) {
      stored.delete(key);
    },
    async list({ prefix = "" }: KVNamespaceListOptions = {}) {
      const keys = [...stored.keys()].filter((key) => key.startsWith(prefix ?? "")).sort();
      return { keys: keys.map((name) => ({ name })), list_complete: true };
    },
  } as unknown as KVNamespace;
}

/** Several keys at once are answered with a map. */
function each<T>(keys: string | string[], read: (key: string) => T): T | Map<string, T> {
  if (typeof keys === "string") return read(keys);
  return new Map(keys.map((key) => [key, read(key)]));
}

function typeIn(options: unknown): unknown {
  return typeof options === "object" && options !== null && "type" in options
    ? options.type
    : options;
}

function asType(value: string | ArrayBuffer, type: unknown): unknown {
  if (type === "arrayBuffer") {
    return typeof value === "string" ? new TextEncoder().encode(value).buffer : value;
  }
  const text = typeof value === "string" ? value : new TextDecoder().decode(value);
  return type === "json" ? (JSON.parse(text) as unknown) : text;
}
