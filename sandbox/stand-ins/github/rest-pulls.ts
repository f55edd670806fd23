import {
  type Answer,
  type Call,
  type Endpoint,
  endpoint,
  invalid,
  mustAdminister,
  notFound,
  refused,
} from "./endpoint.ts";
import { CreateReview, MergePull, NoQuery, UpdatePull } from "./schemas.ts";
import { may, newSha, type Pull, type Review, type Thread, threadOf } from "./world.ts";

const PULL = "/repos/:owner/:repo/pulls/:pull_number{[0-9]+}";

type AnyCall = Call<unknown, unknown>;

function pullIn({ repo, params }: AnyCall): (Thread & { pull: Pull }) | undefined {
  const thread = threadOf(repo, Number(params["pull_number"]));
  return thread?.pull ? Object.assign(thread, { pull: thread.pull }) : undefined;
}

const getPull = endpoint({
  at: `GET ${PULL}`,
  query: NoQuery,
  statuses: [200, 304, 404, 406, 500, 503],
  answer: (call) => {
    const thread = pullIn(call);
    return thread ? { status: 200, body: call.shapes.pull(call.repo, thread) } : notFound;
  },
});

const updatePull = endpoint({
  at: `PATCH ${PULL}`,
  query: NoQuery,
  body: UpdatePull,
  statuses: [200, 403, 422],
  answer: (call) => {
    const { repo, user, body, world, shapes, webhooks } = call;
    const thread = pullIn(call);
    if (!thread) return notFound;
    if (thread.authorId !== user.id && !may(repo, user, "write")) return mustAdminister;
    if (body.state === "open" && thread.pull.mergedAt !== null) {
      return invalid({ code: "custom", field: "state" });
    }
    const before = thread.state;
    thread.state = body.state ?? thread.state;
    thread.title = body.title ?? thread.title;
    thread.body = body.body ?? thread.body;
    thread.updatedAt = world.now();
    if (before !== thread.state) {
      thread.closedAt = thread.state === "closed" ? world.now() : null;
      webhooks.pull(thread.state === "closed" ? "closed" : "reopened", repo, user, thread);
    }
    return { status: 200, body: shapes.pull(repo, thread) };
  },
});

const RULES = {
  blocked: "At least 1 approving review is required by reviewers with write access.",
  behind: "Head branch is out of date. Update it before merging.",
} as const;
const WORDS = { merge: "Merge commits", squash: "Squash merges", rebase: "Rebase merges" } as const;

const mergePull = endpoint({
  at: `PUT ${PULL}/merge`,
  query: NoQuery,
  body: MergePull,
  statuses: [200, 403, 404, 405, 409, 422],
  answer: (call) => {
    const { repo, user, body, world, webhooks } = call;
    const thread = pullIn(call);
    if (!thread) return notFound;
    if (!may(repo, user, "write")) return mustAdminister;
    const refusal = whyNotMerged(call, thread);
    if (refusal) return refusal;
    const at = world.now();
    const sha = newSha();
    Object.assign(thread, { state: "closed", closedAt: at, updatedAt: at });
    Object.assign(thread.pull, { mergedAt: at, mergedById: user.id, mergeCommitSha: sha });
    webhooks.pull("closed", repo, user, thread);
    const message = `Pull Request successfully merged (${body.merge_method ?? "merge"})`;
    return { status: 200, body: { sha, merged: true, message } };
  },
});

function whyNotMerged(
  {
    repo,
    user,
    body,
  }: Call<unknown, { sha?: string | undefined; merge_method?: string | undefined }>,
  thread: Thread & { pull: Pull },
): Answer | undefined {
  const not = (message: string): Answer => ({ status: 405, body: { message } });
  const method = repo.mergeMethods.find((m) => m === (body.merge_method ?? "merge"));
  if (method === undefined) {
    const asked = body.merge_method === "squash" || body.merge_method === "rebase";
    const words = asked ? WORDS[body.merge_method as "squash" | "rebase"] : WORDS.merge;
    return not(`${words} are not allowed on this repository.`);
  }
  if (thread.state === "closed") return not("Pull Request is not mergeable");
  if (thread.pull.draft) return not("Pull Request is still a draft");
  if (thread.pull.conflicts) return not("Pull Request is not mergeable");
  const { standing } = thread.pull;
  if ((standing === "blocked" || standing === "behind") && !may(repo, user, "admin")) {
    return not(RULES[standing]);
  }
  if (body.sha !== undefined && body.sha !== thread.pull.head.sha) {
    const message = "Head branch was modified. Review and try the merge again.";
    return { status: 409, body: { message } };
  }
  return undefined;
}

const createReview = endpoint({
  at: `POST ${PULL}/reviews`,
  query: NoQuery,
  body: CreateReview,
  statuses: [200, 403, 422],
  answer: (call) => {
    const { repo, user, body, world, shapes, webhooks } = call;
    const thread = pullIn(call);
    if (!thread) return notFound;
    if (repo.archived) return refused("Repository was archived so is read-only.");
    const refusal = whyNotReviewed(call, thread);
    if (refusal) return refusal;
    const review: Review = {
      id: world.nextId(),
      userId: user.id,
      state: STATES[body.event ?? "PENDING"],
      body: body.body ?? "",
      commitId: body.commit_id ?? thread.pull.head.sha,
      submittedAt: world.now(),
    };
    thread.pull.reviews.push(review);
    if (review.state !== "PENDING") webhooks.review(repo, thread, review);
    return { status: 200, body: shapes.review(repo, thread, review) };
  },
});

const STATES = {
  APPROVE: "APPROVED",
  REQUEST_CHANGES: "CHANGES_REQUESTED",
  COMMENT: "COMMENTED",
  PENDING: "PENDING",
} as const;

function whyNotReviewed(
  { user, body }: Call<unknown, { event?: string | undefined; body?: string | undefined }>,
  thread: Thread,
): Answer | undefined {
  const own = thread.authorId === user.id;
  if (own && body.event === "APPROVE")
    return invalid("Review Can not approve your own pull request");
  if (own && body.event === "REQUEST_CHANGES") {
    return invalid("Review Can not request changes on your own pull request");
  }
  if (body.event && body.event !== "APPROVE" && !body.body) return invalid("Body can't be blank");
  return undefined;
}

export const pullEndpoints: readonly Endpoint[] = [getPull, updatePull, mergePull, createReview];
