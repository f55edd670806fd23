import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** A Worker's storage and the chats it writes to, in the bench's own process. */
export interface Store {
  url: string;
  db: DatabaseSync;
  /** Takes what was sent to the queue since the last time. */
  takeQueued(): unknown[];
  /** Called for each message that reaches a chat, with its text as sent. */
  onMessage: (text: string) => void;
  /** D1 statements and round trips since the last time. */
  takeCounts(): { statements: number; roundTrips: number; messages: number };
  putKeyValue(key: string, value: string): void;
  stop(): void;
}

export async function startStore(): Promise<Store> {
  const { db, runAll } = database();
  const keyValues = new Map<string, string>();
  const answerBucket = bucket();
  let queued: unknown[] = [];
  let counts = { statements: 0, roundTrips: 0, messages: 0 };

  const answer = (path: string, body: Uint8Array): object => {
    if (path.startsWith("/r2/")) return answerBucket(path, body);
    const text = new TextDecoder().decode(body);
    if (path === "/d1") {
      const results = runAll(text);
      counts.roundTrips += 1;
      counts.statements += results.length;
      return results;
    }
    if (path === "/queue") return { length: queued.push(...(JSON.parse(text) as unknown[])) };
    if (path === "/kv/get") {
      return (JSON.parse(text) as string[]).map((key) => keyValues.get(key) ?? null);
    }
    if (path === "/kv/put") return put(keyValues, text);
    counts.messages += 1;
    store.onMessage(text);
    return chatAnswer(path);
  };
  const server = await serve(answer);
  const store: Store = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    db,
    takeQueued() {
      const taken = queued;
      queued = [];
      return taken;
    },
    onMessage: () => undefined,
    takeCounts() {
      const taken = counts;
      counts = { statements: 0, roundTrips: 0, messages: 0 };
      return taken;
    },
    putKeyValue: (key, value) => void keyValues.set(key, value),
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return store;
}

interface Statement {
  sql: string;
  values: SQLInputValue[];
}

/** SQLite in memory; a batch is one transaction, as in D1. */
function database(): { db: DatabaseSync; runAll: (batch: string) => object[] } {
  const db = new DatabaseSync(":memory:");
  const prepared = new Map<string, StatementSync>();
  const runOne = ({ sql, values }: Statement): object => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return { success: true, results: statement.all(...values), meta: { changes: 0 } };
  };
  const runAll = (batch: string): object[] => {
    db.exec("BEGIN");
    try {
      const results = (JSON.parse(batch) as Statement[]).map(runOne);
      db.exec("COMMIT");
      return results;
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    }
  };
  return { db, runAll };
}

function bucket(): (path: string, body: Uint8Array) => object {
  const objects = new Map<string, Uint8Array>();
  return (path, body) => {
    const [, , act, ...key] = path.split("/");
    const name = key.join("/");
    if (act === "get") return objects.get(name) ?? {};
    if (act === "put") objects.set(name, body);
    else objects.delete(name);
    return {};
  };
}

function put(keyValues: Map<string, string>, text: string): object {
  const { key, value } = JSON.parse(text) as { key: string; value: string | null };
  if (value === null) keyValues.delete(key);
  else keyValues.set(key, value);
  return {};
}

async function serve(answer: (path: string, body: Uint8Array) => object): Promise<Server> {
  const server = createServer((request, response) => {
    void bytesOf(request).then((body) => {
      try {
        const result = answer(request.url ?? "/", body);
        response.setHeader("content-type", "application/json");
        response.end(result instanceof Uint8Array ? result : JSON.stringify(result));
      } catch (error) {
        response.statusCode = 500;
        response.end(String(error));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}

let lastId = 0;

/** As little as the chats' own APIs say of a message. */
function chatAnswer(path: string): object {
  lastId += 1;
  if (!path.includes("/telegram/")) return { id: String(lastId), channel_id: "1", content: "" };
  const chat = { id: -200, type: "supergroup", title: "Team" };
  return { ok: true, result: { message_id: lastId, date: 0, chat, text: "" } };
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}
