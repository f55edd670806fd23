import type { Platform } from "./target.ts";

/** Who acts, by the surface they came through. Services check it first. */
export type Actor =
  /** Somebody in a chat; `githubUserId` is set when they are linked. */
  | { type: "chat"; platform: Platform; chatUserId: string; name: string; githubUserId?: string }
  /** The holder of an access token or a console session. */
  | { type: "github"; githubUserId: string; login: string }
  /** The Worker itself: scheduled tasks, webhooks. */
  | { type: "system"; reason: string };
