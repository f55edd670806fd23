import type { z } from "zod";
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
import {
  CommentBody,
  CreateIssue,
  CreateReaction,
  ListIssues,
  NoQuery,
  SearchIssues,
  UpdateIssue,
} from "./schemas.ts";
import { addComment, addThread } from "./seed.ts";
import {
  type Comment,
  commentOf,
  may,
  repositoryByName,
  type Thread,
  threadOf,
  userByLogin,
} from "./world.ts";

const THREAD = "/repos/:owner/:repo/issues/:issue_number{[0-9]+}";
const COMMENT: Readonly<Record<Comment["kind"], `/${string}`>> = {
  issue: "/repos/:owner/:repo/issues/comments/:comment_id{[0-9]+}",
  review: "/repos/:owner/:repo/pulls/comments/:comment_id{[0-9]+}",
};
/** https://docs.github.com/rest: a body longer than this is refused. */
const MAX_BODY = 65_536;
const tooLong = invalid({ code: "unprocessable", field: "body" });
const archived = refused("Repository was archived so is read-only.");
const issuesAreOff: Answer = {
  status: 410,
  body: { message: "Issues are disabled for this repo" },
};

type AnyCall = Call<unknown, unknown>;

const threadIn = ({ repo, params }: AnyCall): Thread | undefined =>
  threadOf(repo, Number(params["issue_number"]));

/** The author of something, and who may write to the repository, may change it. */
const mayChange = ({ repo, user }: AnyCall, authorId: number): boolean =>
  authorId === user.id || may(repo, user, "write");

const createIssue = endpoint({
  at: "POST /repos/:owner/:repo/issues",
  query: NoQuery,
  body: CreateIssue,
  statuses: [201, 400, 403, 404, 410, 422, 503],
  answer: ({ repo, user, body, world, shapes, webhooks }) => {
    if (repo.archived) return archived;
    if (!repo.hasIssues) return issuesAreOff;
    if (String(body.title).trim() === "") return invalid({ code: "missing_field", field: "title" });
    if ((body.body?.length ?? 0) > MAX_BODY) return tooLong;
    const thread = addThread(world, repo, {
      author: user.login,
      title: String(body.title),
      ...(body.body !== undefined && { body: body.body }),
    });
    // Without push access labels and assignees are dropped in silence.
    if (may(repo, user, "write")) {
      thread.labels = (body.labels ?? []).map((l) => (typeof l === "string" ? l : (l.name ?? "")));
      thread.assigneeIds = (body.assignees ?? []).flatMap((l) => userByLogin(world, l)?.id ?? []);
    }
    webhooks.issue("opened", repo, user, thread);
    return { status: 201, body: shapes.issue(repo, thread) };
  },
});

const updateIssue = endpoint({
  at: `PATCH ${THREAD}`,
  query: NoQuery,
  body: UpdateIssue,
  statuses: [200, 301, 403, 404, 410, 422, 503],
  answer: (call) => {
    const { repo, user, body, world, shapes, webhooks } = call;
    const thread = threadIn(call);
    if (!thread) return notFound;
    if (repo.archived) return archived;
    if (!mayChange(call, thread.authorId)) return mustAdminister;
    const before = thread.state;
    update(thread, body, world.now());
    if (before !== thread.state) {
      const action = thread.state === "closed" ? "closed" : "reopened";
      if (thread.pull) webhooks.pull(action, repo, user, thread);
      else webhooks.issue(action, repo, user, thread);
    }
    return { status: 200, body: shapes.issue(repo, thread) };
  },
});

function update(thread: Thread, body: z.output<typeof UpdateIssue>, at: number): void {
  thread.title = body.title == null ? thread.title : String(body.title);
  thread.body = body.body === undefined ? thread.body : body.body;
  thread.updatedAt = at;
  // A reason without a change of state is ignored: https://docs.github.com/rest/issues/issues#update-an-issue
  if (body.state === undefined || body.state === thread.state) return;
  thread.state = body.state;
  thread.stateReason = body.state_reason ?? (body.state === "closed" ? "completed" : "reopened");
  thread.closedAt = body.state === "closed" ? at : null;
}

const getIssue = endpoint({
  at: `GET ${THREAD}`,
  query: NoQuery,
  statuses: [200, 301, 304, 404, 410],
  answer: (call) => {
    const thread = threadIn(call);
    return thread ? { status: 200, body: call.shapes.issue(call.repo, thread) } : notFound;
  },
});

const listIssues = endpoint({
  at: "GET /repos/:owner/:repo/issues",
  query: ListIssues,
  statuses: [200, 301, 404, 422],
  answer: ({ repo, query, shapes }) => {
    const { state = "open", per_page = 30 } = query;
    const listed = repo.threads
      .filter((thread) => state === "all" || thread.state === state)
      .sort((a, b) => b.updatedAt - a.updatedAt)
      .slice(0, per_page);
    return { status: 200, body: listed.map((thread) => shapes.issue(repo, thread)) };
  },
});

const searchIssues = endpoint({
  at: "GET /search/issues",
  query: SearchIssues,
  statuses: [200, 304, 401, 403, 422, 503],
  answer: ({ query, user, world, shapes }) => {
    const name = /repo:(\S+)/.exec(query.q)?.[1] ?? "";
    const text = /"([^"]*)"/.exec(query.q)?.[1]?.trim().toLowerCase() ?? "";
    const repo = repositoryByName(world, name);
    if (!repo || !may(repo, user, "read")) return invalid({ code: "invalid", field: "q" });
    const found = repo.threads
      .filter((thread) => thread.title.toLowerCase().includes(text))
      .slice(0, query.per_page ?? 30);
    const items = found.map((thread) => shapes.issue(repo, thread));
    return { status: 200, body: { total_count: items.length, incomplete_results: false, items } };
  },
});

const createComment = endpoint({
  at: `POST ${THREAD}/comments`,
  query: NoQuery,
  body: CommentBody,
  statuses: [201, 403, 404, 410, 422],
  answer: (call) => {
    const { repo, user, body, world, shapes, webhooks } = call;
    const thread = threadIn(call);
    if (!thread) return notFound;
    if (repo.archived) return archived;
    if (thread.locked && !may(repo, user, "write")) {
      return refused("Unable to create comment because issue is locked.");
    }
    if (body.body.trim() === "") return invalid({ code: "missing_field", field: "body" });
    if (body.body.length > MAX_BODY) return tooLong;
    const comment = addComment(world, thread, { author: user.login, body: body.body });
    webhooks.comment("created", { repo, sender: user, thread, comment });
    return { status: 201, body: shapes.comment(repo, thread, comment) };
  },
});

/** Reading, changing, deleting and reacting to a comment: alike for both kinds of comment. */
function commentEndpoints(kind: Comment["kind"]): Endpoint[] {
  const found = ({ repo, params }: AnyCall) => commentOf(repo, kind, Number(params["comment_id"]));
  const get = endpoint({
    at: `GET ${COMMENT[kind]}`,
    query: NoQuery,
    statuses: [200, 404],
    answer: (call) => {
      const at = found(call);
      if (!at) return notFound;
      return { status: 200, body: call.shapes.comment(call.repo, at.thread, at.comment) };
    },
  });
  const update = endpoint({
    at: `PATCH ${COMMENT[kind]}`,
    query: NoQuery,
    body: CommentBody,
    statuses: kind === "issue" ? [200, 422] : [200],
    answer: (call) => {
      const at = found(call);
      if (!at) return notFound;
      if (!mayChange(call, at.comment.userId)) return mustAdminister;
      if (call.body.body.length > MAX_BODY) return tooLong;
      const before = at.comment.body;
      Object.assign(at.comment, { body: call.body.body, updatedAt: call.world.now() });
      call.webhooks.comment("edited", { repo: call.repo, sender: call.user, ...at, before });
      return { status: 200, body: call.shapes.comment(call.repo, at.thread, at.comment) };
    },
  });
  const remove = endpoint({
    at: `DELETE ${COMMENT[kind]}`,
    query: NoQuery,
    statuses: kind === "issue" ? [204] : [204, 404],
    answer: (call) => {
      const at = found(call);
      if (!at) return notFound;
      if (!mayChange(call, at.comment.userId)) return mustAdminister;
      at.thread.comments = at.thread.comments.filter((comment) => comment !== at.comment);
      call.webhooks.comment("deleted", { repo: call.repo, sender: call.user, ...at });
      return { status: 204 };
    },
  });
  const react = endpoint({
    at: `POST ${COMMENT[kind]}/reactions`,
    query: NoQuery,
    body: CreateReaction,
    statuses: [200, 201, 422],
    answer: (call) =>
      found(call) ? reacted(call, `comment:${call.params["comment_id"]}`) : notFound,
  });
  return [get, update, remove, react];
}

const reactToThread = endpoint({
  at: `POST ${THREAD}/reactions`,
  query: NoQuery,
  body: CreateReaction,
  statuses: [200, 201, 422],
  answer: (call) => {
    const thread = threadIn(call);
    return thread ? reacted(call, `thread:${thread.id}`) : notFound;
  },
});

function reacted(call: Call<unknown, { content: string }>, on: string): Answer {
  const { world, user, body, shapes } = call;
  const { content } = body;
  const before = world.reactions.find(
    (r) => r.on === on && r.userId === user.id && r.content === content,
  );
  const reaction = before ?? { id: world.nextId(), on, userId: user.id, content };
  if (!before) world.reactions.push(reaction);
  const shown = { id: reaction.id, content, user: shapes.user(user) };
  return { status: before ? 200 : 201, body: shown };
}

export const issueEndpoints: readonly Endpoint[] = [
  createIssue,
  listIssues,
  ...commentEndpoints("issue"),
  ...commentEndpoints("review"),
  updateIssue,
  getIssue,
  createComment,
  reactToThread,
  searchIssues,
];
