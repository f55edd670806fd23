import { z } from "zod";
import { addRepository, addThread } from "./seed.ts";
import {
  type Permission,
  type Pull,
  type Repository,
  repositoryByName,
  type Thread,
  threadOf,
  type World,
} from "./world.ts";

/** A webhook as a story or an example has it. */
export interface ToldByPayload {
  event: string;
  payload: unknown;
}

const at = z
  .union([z.string(), z.number()])
  .transform((value) => (typeof value === "number" ? value * 1000 : Date.parse(value)));
const Person = z.object({ id: z.number(), login: z.string() });
type Person = z.output<typeof Person>;
const Side = z.object({ sha: z.string(), ref: z.string() });

const Told = z.object({
  id: z.number(),
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]).catch("open"),
  state_reason: z.string().nullish(),
  user: Person.nullish(),
  labels: z.array(z.object({ name: z.string() })).catch([]),
  assignees: z.array(Person).catch([]),
  locked: z.boolean().catch(false),
  created_at: at,
  updated_at: at,
  closed_at: at.nullish(),
});
const ToldIssue = Told.extend({ pull_request: z.unknown().optional() });
const ToldPull = Told.extend({
  head: Side,
  base: Side,
  draft: z.boolean().catch(false),
  merged_at: at.nullish(),
  merged_by: Person.nullish(),
  merge_commit_sha: z.string().nullish(),
});
const Size = z.object({
  commits: z.number(),
  additions: z.number(),
  deletions: z.number(),
  changed_files: z.number(),
});
const ToldComment = z.object({
  id: z.number(),
  user: Person.nullish(),
  body: z.string(),
  created_at: at,
  updated_at: at,
});
const ToldReview = z.object({
  id: z.number(),
  user: Person.nullish(),
  state: z
    .string()
    .toUpperCase()
    .pipe(z.enum(["APPROVED", "CHANGES_REQUESTED", "COMMENTED"])),
  body: z.string().nullish(),
  commit_id: z.string(),
  submitted_at: at,
});
const Payload = z.object({
  action: z.string().optional(),
  repository: z.object({ id: z.number(), full_name: z.string(), private: z.boolean() }),
  sender: Person.optional(),
});

/** Takes over what a payload tells of a repository, an issue, a pull request; what it does not read stays as it is. */
export function learn(world: World, { event, payload }: ToldByPayload): void {
  const told = Payload.safeParse(payload).data;
  if (!told) return;
  const { action, repository, sender } = told;
  if (sender) personOf(world, sender);
  const repo = repositoryOf(world, repository);
  const parts = new Map(Object.entries(payload ?? {}));
  const thread = threadFrom(world, repo, parts);
  if (!thread) return;
  const comment = ToldComment.safeParse(parts.get("comment")).data;
  if (event === "issue_comment" && comment) learnComment(world, thread, comment, action);
  const review = ToldReview.safeParse(parts.get("review")).data;
  if (event === "pull_request_review" && review) learnReview(world, thread, review);
}

function repositoryOf(
  world: World,
  { id, full_name: name, private: isPrivate }: z.output<typeof Payload>["repository"],
): Repository {
  const known = repositoryByName(world, name);
  if (known) return known;
  const [owner = "", repo = ""] = name.split("/");
  const visitors = world.users.filter(({ signsIn }) => signsIn !== false);
  const permissions: Record<string, Permission> = Object.fromEntries(
    visitors.map(({ login }) => [login, "write"]),
  );
  return addRepository(world, { id, owner, name: repo, private: isPrivate, permissions });
}

/** Somebody's id; whoever is new is only known, and cannot sign in. */
function personOf(world: World, { id, login }: Person): number {
  const known = world.users.find((user) => user.id === id || user.login === login);
  if (!known) world.users.push({ id, login, name: login, signsIn: false });
  return known?.id ?? id;
}

function threadFrom(
  world: World,
  repo: Repository,
  parts: ReadonlyMap<string, unknown>,
): Thread | undefined {
  const pull = ToldPull.safeParse(parts.get("pull_request")).data;
  const issue = ToldIssue.safeParse(parts.get("issue")).data;
  const told = pull ?? issue;
  if (!told) return undefined;
  const thread = knownThread(world, repo, told, pull !== undefined || Boolean(issue?.pull_request));
  Object.assign(thread, {
    id: told.id,
    title: told.title,
    body: told.body ?? null,
    state: told.state,
    stateReason: told.state_reason ?? null,
    labels: told.labels.map(({ name }) => name),
    assigneeIds: told.assignees.map((person) => personOf(world, person)),
    locked: told.locked,
    createdAt: told.created_at,
    updatedAt: told.updated_at,
    closedAt: told.closed_at ?? null,
  });
  if (pull && thread.pull) {
    learnPull(world, thread.pull, pull);
    const size = Size.safeParse(parts.get("pull_request")).data;
    if (size) thread.pull.size = size;
  }
  return thread;
}

function knownThread(
  world: World,
  repo: Repository,
  { number, title, user }: z.output<typeof Told>,
  isPull: boolean,
): Thread {
  const known = threadOf(repo, number);
  if (known) return known;
  const author = user ?? { id: 10_137, login: "ghost" };
  personOf(world, author);
  const added = { number, title, author: author.login };
  return addThread(world, repo, isPull ? { ...added, pull: {} } : added);
}

function learnPull(world: World, pull: Pull, told: z.output<typeof ToldPull>): void {
  pull.head = told.head;
  pull.base = told.base;
  pull.draft = told.draft;
  pull.mergedAt = told.merged_at ?? null;
  pull.mergedById = told.merged_by ? personOf(world, told.merged_by) : null;
  pull.mergeCommitSha = told.merge_commit_sha ?? null;
}

function learnComment(
  world: World,
  thread: Thread,
  told: z.output<typeof ToldComment>,
  action: string | undefined,
): void {
  thread.comments = thread.comments.filter(({ id }) => id !== told.id);
  if (action === "deleted") return;
  thread.comments.push({
    id: told.id,
    kind: "issue",
    userId: told.user ? personOf(world, told.user) : 0,
    body: told.body,
    createdAt: told.created_at,
    updatedAt: told.updated_at,
  });
}

function learnReview(world: World, thread: Thread, told: z.output<typeof ToldReview>): void {
  const { pull } = thread;
  if (!pull || pull.reviews.some(({ id }) => id === told.id)) return;
  pull.reviews.push({
    id: told.id,
    userId: told.user ? personOf(world, told.user) : 0,
    state: told.state,
    body: told.body ?? "",
    commitId: told.commit_id,
    submittedAt: told.submitted_at,
  });
}
