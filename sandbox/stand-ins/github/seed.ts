import {
  type Comment,
  newSha,
  type Repository,
  type Thread,
  type User,
  userByLogin,
  type World,
} from "./world.ts";

export type NewUser = Partial<User> & Pick<User, "login">;
export type NewRepository = Partial<Omit<Repository, "threads" | "hooks">> & {
  owner: string;
  name: string;
};

export interface NewThread {
  author: string;
  title: string;
  /** The next free one, unless given. */
  number?: number;
  body?: string;
  labels?: string[];
  locked?: boolean;
  /** Makes it a pull request. */
  pull?: { head?: string; base?: string; draft?: boolean; conflicts?: boolean };
}

export function addUser(world: World, user: NewUser): User {
  const added = { id: world.nextId(), name: user.login, ...user };
  world.users.push(added);
  return added;
}

export function addRepository(world: World, repo: NewRepository): Repository {
  const added: Repository = {
    id: world.nextId(),
    private: false,
    archived: false,
    hasIssues: true,
    permissions: {},
    mergeMethods: ["merge", "squash", "rebase"],
    installed: true,
    saml: false,
    formerNames: [],
    threads: [],
    hooks: [],
    ...repo,
  };
  world.repositories.push(added);
  return added;
}

export function addThread(world: World, repo: Repository, thread: NewThread): Thread {
  const at = world.now();
  const added: Thread = {
    id: world.nextId(),
    number: thread.number ?? nextNumber(repo),
    title: thread.title,
    body: thread.body ?? null,
    state: "open",
    stateReason: null,
    authorId: idOf(world, thread.author),
    labels: thread.labels ?? [],
    assigneeIds: [],
    locked: thread.locked ?? false,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    comments: [],
  };
  if (thread.pull) {
    const { head = `topic-${added.number}`, base = "main", draft, conflicts } = thread.pull;
    added.pull = {
      head: { sha: newSha(), ref: head },
      base: { sha: newSha(), ref: base },
      draft: draft ?? false,
      conflicts: conflicts ?? false,
      mergedAt: null,
      mergedById: null,
      mergeCommitSha: null,
      reviews: [],
    };
  }
  repo.threads.push(added);
  return added;
}

/** What GitHub would number the next issue or pull request. */
export function nextNumber(repo: Repository): number {
  return Math.max(0, ...repo.threads.map(({ number }) => number)) + 1;
}

export function addComment(
  world: World,
  thread: Thread,
  comment: { author: string; body: string; kind?: Comment["kind"] },
): Comment {
  const at = world.now();
  const added: Comment = {
    id: world.nextId(),
    kind: comment.kind ?? "issue",
    userId: idOf(world, comment.author),
    body: comment.body,
    createdAt: at,
    updatedAt: at,
  };
  thread.comments.push(added);
  thread.updatedAt = at;
  return added;
}

function idOf(world: World, login: string): number {
  const user = userByLogin(world, login);
  if (!user) throw new Error(`The stand-in GitHub has no user ${login}`);
  return user.id;
}
