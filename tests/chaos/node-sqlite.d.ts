// The part of Node's SQLite that the long runs use; the tests' own types are the Worker's.
declare module "node:sqlite" {
  export type SQLInputValue = null | number | bigint | string | Uint8Array;
  export class StatementSync {
    all(...values: SQLInputValue[]): Record<string, unknown>[];
  }
  export class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): StatementSync;
  }
}

declare module "node:fs" {
  export function readdirSync(path: URL): string[];
  export function readFileSync(path: URL, encoding: "utf8"): string;
}

declare module "node:timers/promises" {
  export function setImmediate(): Promise<void>;
}
