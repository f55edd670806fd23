/** Stands where no KV is bound: nothing is found, and what must be stored cannot be. */
export function missingKv(): KVNamespace {
  const refuse = async (): Promise<never> => {
    throw new Error("no KV namespace is bound");
  };
  const kv = {
    get: async (keys: string | string[]) => (Array.isArray(keys) ? new Map() : null),
    getWithMetadata: async (keys: string | string[]) =>
      Array.isArray(keys) ? new Map() : { value: null, metadata: null, cacheStatus: null },
    list: async () => ({ keys: [], list_complete: true, cacheStatus: null }),
    put: refuse,
    delete: refuse,
  };
  // The overloads of the real type cannot be written by hand; each method above answers all of them.
  return kv as unknown as KVNamespace;
}
