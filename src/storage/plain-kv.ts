/** What the commands' markers need of KV: what a Worker's binding and Cloudflare's REST API can both do. */
export interface PlainKv {
  get(key: string): Promise<string | null>;
  put(key: string, value: string, options?: { expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; cursor: string | null }): Promise<KeyPage>;
}

export type KeyPage = { keys: readonly { name: string }[] } & (
  | { list_complete: true }
  | { list_complete: false; cursor: string }
);
