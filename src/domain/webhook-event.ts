import type { JsonObject } from "./json.ts";

/** The `{provider}` of stored keys. Gitea and Forgejo are both `gitea`. */
export type Provider = "github" | "gitea" | "custom";

/** The endpoint an event came in on: a group's id, or this for the shared one. */
export const SHARED_ENDPOINT = "global";

/** A verified webhook, in GitHub's words for events and actions whatever the forge. */
export interface WebhookEvent {
  provider: Provider;
  /** `global` for the shared endpoint, else the id of the group whose endpoint it came in on. */
  endpoint: string;
  /** The sender's delivery id; repeated by a redelivery. */
  deliveryId: string;
  event: string;
  action?: string;
  /** When it was accepted, in ms. */
  receivedAt: number;
  payload: JsonObject;
}
