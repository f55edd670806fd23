import type { ChatAdapter } from "../../src/domain/chat-adapter.ts";
import { targetId } from "../../src/domain/target.ts";
import type { Random } from "./random.ts";
import type { Turns } from "./turns.ts";
import { textOf } from "./simulated-chat.ts";
import type { Around } from "./world.ts";

/** One process: at random points it is killed, and nothing it awaited ever comes back. */
export interface SimulatedProcess extends Around {
  db: D1Database;
  kv: KVNamespace;
  adapter: (adapter: ChatAdapter) => ChatAdapter;
  /** The work's result, or `crashed`. */
  race<T>(work: Promise<T>): Promise<T | "crashed">;
}

interface Deps {
  db: D1Database;
  kv: KVNamespace;
  random: Random;
  turns: Turns;
  /** Of each call to D1 or to a platform. */
  crashes: () => number;
  /** A D1 call is to fail (before or after it did its work). */
  stumbles: () => "before" | "after" | false;
  /** This post arrived, and the process was killed before it had written down all that it did. */
  postUnknown: (target: string, text: string) => void;
}

const KILLED = "killed";
const never = <T>(): Promise<T> => new Promise<T>(() => {});

export function startProcess(deps: Deps): SimulatedProcess {
  let dead = false;
  let die: (value: "crashed") => void = () => {};
  const crashed = new Promise<"crashed">((resolve) => {
    die = resolve;
  });
  const posts: { target: string; text: string }[] = [];
  const dies = (): boolean => {
    if (!deps.random.chance(deps.crashes())) return false;
    dead = true;
    for (const { target, text } of posts) deps.postUnknown(target, text);
    die("crashed");
    return true;
  };
  const step = async <T>(work: () => Promise<T>) => {
    if (dead || dies()) return KILLED;
    const result = await work();
    return dies() ? KILLED : { result };
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    const done = await deps.turns.take(() => step(work));
    return done === KILLED ? await never() : done.result;
  };
  return {
    db: stumblingD1(deps, guarded),
    kv: mortalKv(deps.kv, guarded),
    sleep: () => guarded(() => Promise.resolve()),
    adapter: (adapter) => ({
      platform: adapter.platform,
      post: (target, notification, options) =>
        guarded(async () => {
          const posted = await adapter.post(target, notification, options);
          const post = { target: targetId(target), text: textOf(notification) };
          if (!posted.repeated) posts.push(post);
          return posted;
        }),
      edit: (target, messageId, notification, options) =>
        guarded(() => adapter.edit(target, messageId, notification, options)),
    }),
    race: (work) => Promise.race([work, crashed]),
  };
}

function mortalKv(
  kv: KVNamespace,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
): KVNamespace {
  return new Proxy(kv, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      const method = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) => guarded(() => method(...args));
    },
  });
}

/** D1 within a process: stumbles, and dies with it. */
function stumblingD1(
  { db, stumbles }: Deps,
  guarded: <T>(work: () => Promise<T>) => Promise<T>,
): D1Database {
  const call = <T>(work: () => Promise<T>): Promise<T> =>
    guarded(async () => {
      const stumble = stumbles();
      if (stumble === "before") throw new Error("D1_ERROR: Network connection lost.");
      const result = await work();
      if (stumble === "after") throw new Error("D1_ERROR: Network connection lost.");
      return result;
    });
  return new Proxy(db, {
    get(target, property) {
      if (property === "batch") {
        return (statements: D1PreparedStatement[]) => call(() => target.batch(statements));
      }
      const member: unknown = Reflect.get(target, property);
      // Statements run by themselves are reads here, few, and safe to run at any moment.
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
