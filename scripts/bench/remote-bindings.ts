/**
 * Runs inside the Worker: its D1, KV, R2 and queue, answered by the bench's own process. So the
 * time of the Worker's process is the Worker's, and not that of a simulated database.
 */
export function remoteBindings({ STORE, ...settings }: { STORE: string }): object {
  const ask = async (path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> => {
    const response = await fetch(STORE + path, { method: "POST", body });
    if (!response.ok) throw new Error(`D1_ERROR: ${await response.text()}`);
    return response;
  };
  return {
    ...settings,
    DB: database(ask),
    KV: keyValues(ask),
    PAYLOAD: bucket(ask),
    QUEUE: queue(ask),
  };
}

type Ask = (path: string, body: string | Uint8Array<ArrayBuffer>) => Promise<Response>;

interface Statement {
  sql: string;
  values: readonly unknown[];
}

interface Result {
  results: Record<string, unknown>[];
}

function database(ask: Ask): object {
  const run = async (statements: readonly Statement[]): Promise<Result[]> => {
    const plain = statements.map(({ sql, values }) => ({ sql, values }));
    return (await (await ask("/d1", JSON.stringify(plain))).json()) as Result[];
  };
  const statement = (sql: string, values: readonly unknown[]): object => {
    const all = async () => (await run([{ sql, values }]))[0];
    return {
      sql,
      values,
      bind: (...bound: unknown[]) => statement(sql, bound),
      all,
      run: all,
      async first(column?: string) {
        const row = (await all())?.results[0];
        if (row === undefined) return null;
        return column === undefined ? row : row[column];
      },
    };
  };
  return { prepare: (sql: string) => statement(sql, []), batch: run };
}

function keyValues(ask: Ask): object {
  const readAll = async (keys: readonly string[], type?: string): Promise<unknown[]> => {
    const answer = await ask("/kv/get", JSON.stringify(keys));
    const values = (await answer.json()) as (string | null)[];
    return values.map((value) => (value !== null && type === "json" ? JSON.parse(value) : value));
  };
  const read = async (key: string, type?: string) => (await readAll([key], type))[0];
  const write = async (key: string, value: string | null) =>
    void (await ask("/kv/put", JSON.stringify({ key, value })));
  return {
    async get(keys: string | readonly string[], type?: string) {
      if (typeof keys === "string") return await read(keys, type);
      const values = await readAll(keys, type);
      return new Map(keys.map((key, index) => [key, values[index]]));
    },
    getWithMetadata: async (key: string, type?: string) => ({
      value: await read(key, type),
      metadata: null,
    }),
    put: write,
    delete: (key: string) => write(key, null),
  };
}

function bucket(ask: Ask): object {
  return {
    put: async (key: string, bytes: Uint8Array<ArrayBuffer>) =>
      void (await ask(`/r2/put/${key}`, bytes)),
    get: (key: string) => ask(`/r2/get/${key}`, ""),
    delete: async (key: string) => void (await ask(`/r2/delete/${key}`, "")),
  };
}

function queue(ask: Ask): object {
  return {
    send: async (body: unknown) => void (await ask("/queue", JSON.stringify([body]))),
    sendBatch: async (messages: { body: unknown }[]) =>
      void (await ask("/queue", JSON.stringify(messages.map(({ body }) => body)))),
  };
}

interface Job {
  id: string;
  timestamp: Date;
  attempts: number;
  body: unknown;
  ack: () => void;
  retry: () => void;
}

/** A batch for the consumer, from the messages that the bench posts; counts what is not acknowledged. */
export function batchOf(bodies: readonly unknown[]): { batch: object; retried: () => number } {
  let retried = 0;
  const messages = bodies.map((body, index): Job => ({
    id: String(index),
    timestamp: new Date(),
    attempts: 1,
    body,
    ack: () => undefined,
    retry: () => void (retried += 1),
  }));
  return { batch: { queue: "webhooker-delivery", messages }, retried: () => retried };
}
