import { addComment, addThread, type NewThread } from "./seed.ts";
import type { Webhooks } from "./webhooks.ts";
import {
  type Comment,
  newSha,
  type Repository,
  repositoryByName,
  type Thread,
  threadOf,
  type User,
  userByLogin,
  type World,
} from "./world.ts";

/** What people do on the stand-in's pages: it happens, and GitHub tells the hooks. */
export interface Deeds {
  repository(name: string): Repository;
  thread(name: string, number: number): Thread;
  /** Somebody opens an issue or, with `pull`, a pull request. */
  open(name: string, thread: NewThread): Thread;
  comment(
    name: string,
    number: number,
    comment: { author: string; body: string; kind?: Comment["kind"] },
  ): Comment;
  /** Somebody pushes to a pull request: its head moves; returns the new one. */
  push(name: string, number: number, login: string): string;
}

export function createDeeds(world: World, webhooks: Webhooks): Deeds {
  const repository = (name: string): Repository =>
    found(repositoryByName(world, name), `repository ${name}`);
  const thread = (name: string, number: number): Thread =>
    found(threadOf(repository(name), number), `${name}#${number}`);
  const user = (login: string): User => found(userByLogin(world, login), `user ${login}`);
  return {
    repository,
    thread,
    open: (name, opened) => {
      const repo = repository(name);
      const added = addThread(world, repo, opened);
      const sender = user(opened.author);
      if (added.pull) webhooks.pull("opened", repo, sender, added);
      else webhooks.issue("opened", repo, sender, added);
      return added;
    },
    comment: (name, number, comment) => {
      const about = { repo: repository(name), thread: thread(name, number) };
      const added = addComment(world, about.thread, comment);
      webhooks.comment("created", { ...about, sender: user(comment.author), comment: added });
      return added;
    },
    push: (name, number, login) => {
      const at = thread(name, number);
      const pull = found(at.pull, `pull request ${name}#${number}`);
      const before = pull.head.sha;
      pull.head.sha = newSha();
      at.updatedAt = world.now();
      const more = { before, after: pull.head.sha };
      webhooks.pull("synchronize", repository(name), user(login), at, more);
      return pull.head.sha;
    },
  };
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The stand-in GitHub has no ${what}`);
  return value;
}
