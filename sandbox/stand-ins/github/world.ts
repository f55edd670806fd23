/** What the stand-in GitHub holds, in memory, and the plain rules about it. Times in ms. */
export interface User {
  id: number;
  login: string;
  name: string;
  /** False for people who are only known from payloads: nobody signs in as them. */
  signsIn?: boolean;
}

export type Permission = "read" | "write" | "admin";
export type MergeMethod = "merge" | "squash" | "rebase";

export interface Repository {
  id: number;
  owner: string;
  name: string;
  private: boolean;
  archived: boolean;
  hasIssues: boolean;
  /** By login; on a public repository everybody else may read. */
  permissions: Record<string, Permission>;
  mergeMethods: MergeMethod[];
  /** Whether the GitHub App is installed here; of no meaning to an OAuth App. */
  installed: boolean;
  /** Every token is refused until its holder has signed on. */
  saml: boolean;
  /** Full names it had before: they answer 301. */
  formerNames: string[];
  threads: Thread[];
  hooks: Hook[];
}

/** An issue, or with `pull` a pull request. */
export interface Thread {
  id: number;
  number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  stateReason: string | null;
  authorId: number;
  labels: string[];
  assigneeIds: number[];
  locked: boolean;
  createdAt: number;
  updatedAt: number;
  closedAt: number | null;
  comments: Comment[];
  pull?: Pull;
}

export interface Pull {
  head: { sha: string; ref: string };
  base: { sha: string; ref: string };
  draft: boolean;
  conflicts: boolean;
  /** What the base branch's rules say of it, but to administrators; absent: nothing. */
  standing?: "blocked" | "behind" | "unstable";
  mergedAt: number | null;
  mergedById: number | null;
  mergeCommitSha: string | null;
  /** Absent: one small commit. */
  size?: PullSize;
  reviews: Review[];
}

export interface PullSize {
  commits: number;
  additions: number;
  deletions: number;
  changed_files: number;
}

export interface Review {
  id: number;
  userId: number;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "PENDING";
  body: string;
  commitId: string;
  submittedAt: number;
}

export interface Comment {
  id: number;
  kind: "issue" | "review";
  userId: number;
  body: string;
  createdAt: number;
  updatedAt: number;
}

export interface Hook {
  id: number;
  url: string;
  secret: string;
  events: string[];
  active: boolean;
}

export interface Reaction {
  id: number;
  /** What it is on: `thread:7`, `comment:9`. */
  on: string;
  userId: number;
  content: string;
}

export interface World {
  users: User[];
  repositories: Repository[];
  reactions: Reaction[];
  nextId(): number;
  now(): number;
}

export function createWorld(now: () => number): World {
  let lastId = 1000;
  return { users: [], repositories: [], reactions: [], now, nextId: () => ++lastId };
}

export const fullName = (repo: Repository): string => `${repo.owner}/${repo.name}`;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

export function userByLogin(world: World, login: string): User | undefined {
  return world.users.find((user) => same(user.login, login));
}

/** Who wrote something; GitHub calls those who left `ghost`. */
export function userById(world: World, id: number): User {
  return world.users.find((user) => user.id === id) ?? { id: 10137, login: "ghost", name: "" };
}

export function repositoryByName(world: World, name: string): Repository | undefined {
  return world.repositories.find((repo) => same(fullName(repo), name));
}

export function repositoryByFormerName(world: World, name: string): Repository | undefined {
  return world.repositories.find((repo) => repo.formerNames.some((former) => same(former, name)));
}

const RANK: Readonly<Record<Permission, number>> = { read: 1, write: 2, admin: 3 };

export function permissionOf(repo: Repository, user: User): Permission | undefined {
  const own = Object.entries(repo.permissions).find(([login]) => same(login, user.login))?.[1];
  if (same(repo.owner, user.login)) return "admin";
  return own ?? (repo.private ? undefined : "read");
}

export function may(repo: Repository, user: User, needed: Permission): boolean {
  const has = permissionOf(repo, user);
  return has !== undefined && RANK[has] >= RANK[needed];
}

export function threadOf(repo: Repository, number: number): Thread | undefined {
  return repo.threads.find((thread) => thread.number === number);
}

export function commentOf(
  repo: Repository,
  kind: Comment["kind"],
  id: number,
): { thread: Thread; comment: Comment } | undefined {
  for (const thread of repo.threads) {
    const comment = thread.comments.find((c) => c.kind === kind && c.id === id);
    if (comment) return { thread, comment };
  }
  return undefined;
}

/** Forty hexadecimal digits, as unlike the ones before as a commit's. */
export function newSha(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
