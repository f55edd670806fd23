import { type Bases, createShapes, type Payload } from "./payloads.ts";
import {
  type Comment,
  type Hook,
  type Repository,
  type Review,
  type Thread,
  type User,
  userById,
  type World,
} from "./world.ts";

/** What GitHub would send after a change. */
export interface WebhookSent {
  /** `X-GitHub-Delivery`. */
  deliveryId: string;
  /** `X-GitHub-Event`. */
  event: string;
  payload: Payload;
  /** The repository's hooks that want this event. */
  hooks: readonly Hook[];
}

export type WebhookListener = (sent: WebhookSent) => void;

export interface Webhooks {
  listen(listener: WebhookListener): () => void;
  ping(repo: Repository, sender: User, hook: Hook): void;
  issue(action: string, repo: Repository, sender: User, thread: Thread): void;
  pull(action: string, repo: Repository, sender: User, thread: Thread, more?: Payload): void;
  comment(
    action: "created" | "edited" | "deleted",
    about: { repo: Repository; sender: User; thread: Thread; comment: Comment; before?: string },
  ): void;
  review(repo: Repository, thread: Thread, review: Review): void;
}

export function createWebhooks(world: World, bases: Bases): Webhooks {
  const listeners = new Set<WebhookListener>();
  const shapes = createShapes(world, bases);
  const send = (event: string, repo: Repository, sender: User, payload: Payload): void => {
    const sent: WebhookSent = {
      deliveryId: crypto.randomUUID(),
      event,
      payload: { ...payload, repository: shapes.repository(repo), sender: shapes.user(sender) },
      hooks: repo.hooks.filter((hook) => wants(hook, event, payload)),
    };
    for (const listener of listeners) listener(sent);
  };
  const pull: Webhooks["pull"] = (action, repo, sender, thread, more = {}) =>
    send("pull_request", repo, sender, {
      action,
      number: thread.number,
      pull_request: shapes.pull(repo, thread),
      ...more,
    });
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    ping: (repo, sender, hook) =>
      send("ping", repo, sender, {
        zen: "Speak like a human.",
        hook_id: hook.id,
        hook: shapes.hook(repo, hook),
      }),
    issue: (action, repo, sender, thread) =>
      send("issues", repo, sender, { action, issue: shapes.issue(repo, thread) }),
    pull,
    comment: (action, { repo, sender, thread, comment, before }) => {
      const changes = before === undefined ? {} : { changes: { body: { from: before } } };
      const about =
        comment.kind === "issue"
          ? { issue: shapes.issue(repo, thread) }
          : { pull_request: shapes.pull(repo, thread) };
      const event = comment.kind === "issue" ? "issue_comment" : "pull_request_review_comment";
      const shown = shapes.comment(repo, thread, comment);
      send(event, repo, sender, { action, ...about, comment: shown, ...changes });
    },
    review: (repo, thread, review) => {
      const shown = shapes.review(repo, thread, review);
      send("pull_request_review", repo, userById(world, review.userId), {
        action: "submitted",
        // Answers shout the state, webhooks do not.
        review: { ...shown, state: review.state.toLowerCase() },
        pull_request: shapes.pull(repo, thread),
      });
    },
  };
}

function wants(hook: Hook, event: string, payload: Payload): boolean {
  if (!hook.active) return false;
  if (event === "ping") return payload["hook_id"] === hook.id;
  return hook.events.includes("*") || hook.events.includes(event);
}
