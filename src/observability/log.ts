export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** Collects the fields of one unit of work; the line is written when the work ends. */
export interface LogEvent {
  set(fields: LogFields): void;
}

/**
 * Runs one unit of work and writes one line about it, also when it throws.
 * Fields are ids, counts, durations and outcomes; never a secret, a token, a body or a person's text.
 */
export async function withLogEvent<T>(
  name: string,
  work: (log: LogEvent) => Promise<T>,
): Promise<T> {
  const startedAt = Date.now();
  let fields: LogFields = {};
  const log: LogEvent = { set: (more) => void (fields = { ...fields, ...more }) };
  try {
    return await work(log);
  } catch (error) {
    log.set({ error: describeError(error) });
    throw error;
  } finally {
    writeLine(fields["error"] === undefined ? "info" : "error", name, {
      ...fields,
      durationMs: Date.now() - startedAt,
    });
  }
}

/** One line about something worth an operator's eye that ends no unit of work. */
export function logWarning(name: string, fields: LogFields): void {
  writeLine("warn", name, fields);
}

/** An error's name and message without what could be secret: URLs (a bot's token is in one) and tokens. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return text
    .replace(/https?:\/\/\S+/g, "[url]")
    .replace(/\b(gh[opusr]_|github_pat_)\w+/g, "[token]")
    .replace(/\b\d{6,}:[\w-]{20,}/g, "[token]")
    .slice(0, 500);
}

function writeLine(level: "info" | "warn" | "error", name: string, fields: LogFields): void {
  const line = JSON.stringify({ level, event: name, ...fields });
  if (level === "error") console.error(line);
  else if (level === "warn") console.warn(line);
  else console.log(line);
}
