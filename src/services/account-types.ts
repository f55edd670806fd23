import type { Actor } from "../domain/actor.ts";
import type { InteractionWebhook, PrivateLine } from "../domain/private-line.ts";
import type { Platform } from "../domain/target.ts";
import type { UserError } from "../domain/user-error.ts";

/** An account of a chat platform. */
export interface ChatAccount {
  platform: Platform;
  chatUserId: string;
  /** As the platform shows it; for people, never for decisions. */
  name: string;
  username?: string;
}

export interface LinkedAccount {
  githubUserId: string;
  login: string;
  /** In ms; unknown for links of an older deployment. */
  linkedAt?: number;
  /** An OAuth App's scopes; a GitHub App has none, its installation decides. */
  scopes?: readonly string[];
  /** The access is gone while the link stays: they must log in again. */
  needsLogin?: boolean;
}

export interface StartedLogin {
  /** Theirs alone: it is shown privately or not at all. */
  url: string;
  /** In minutes. */
  validFor: number;
}

/** The chat account that a handshake began with, for its start page. */
export interface HandshakeStart {
  platform: Platform;
  name: string;
  /** The language of the chat. */
  lang?: string;
}

/** How a handshake ends in the browser. Nothing is linked yet in any of these. */
export type HandshakeEnd =
  /** `secret` is shown in this browser alone; entered by the chat account that began, it links. */
  | { status: "waiting"; start: HandshakeStart; secret: string; login: string }
  /** Begun at the console: who signed in, and where they wanted to go. */
  | { status: "signed_in"; githubUserId: string; login: string; redirectTo: string }
  /** GitHub's answer to it was taken before. */
  | { status: "used" }
  /** Unknown, or too old. */
  | { status: "expired" }
  /** GitHub refuses, or we failed; what happened is the sentence. */
  | ({ status: "refused"; key: string; params: UserError["params"] } & Origin);

/** Where a handshake began. */
export interface Origin {
  /** The language of the chat. */
  lang?: string;
  /** Reaches who began it there, if nobody else reads that. */
  line?: PrivateLine;
}

/** A handshake that ended with a no at GitHub. */
export type Abandoned = { was: "open" | "used" | "expired" } & Origin;

/** How a login begins. */
export interface LoginOptions {
  /** The language of the chat, for the pages of a browser that asks for none that we speak. */
  lang?: string;
  /** On Discord: how to tell the person what becomes of it. */
  webhook?: InteractionWebhook | undefined;
}

/** Who is who on GitHub, and their access. Throws `UserError` where a person can do something. */
export interface Accounts {
  linked(account: ChatAccount): Promise<LinkedAccount | undefined>;
  startLogin(account: ChatAccount, chatId: string, options?: LoginOptions): Promise<StartedLogin>;
  /** Links the account that waits, given the secret from the browser; from a wrong account voids it. */
  confirmLogin(account: ChatAccount, secret: string): Promise<LinkedAccount & { name?: string }>;
  /** Forgets the link; with the last one of a GitHub account its access is revoked at GitHub, too. */
  logout(account: ChatAccount): Promise<LinkedAccount | undefined>;
  /** The link as GitHub sees it now. */
  whoAmI(account: ChatAccount): Promise<LinkedAccount | undefined>;

  /** Begins a sign-in to the console; gives its state. */
  startSignIn(redirectTo: string): Promise<string>;
  /** Looks at a handshake of a chat account without using it up. Undefined: unknown, or too old. */
  handshake(state: string): Promise<HandshakeStart | "used" | undefined>;
  authorizeUrl(state: string, verifier: string): Promise<string>;
  finishHandshake(back: { state: string; code: string; verifier: string }): Promise<HandshakeEnd>;
  /** The person said no at GitHub: a state that was open is used up. */
  abandonHandshake(state: string): Promise<Abandoned>;

  /**
   * Works with somebody's current access token: an expired one is renewed first, one that GitHub
   * refuses is renewed once. Throws `accounts.login_again` when that is no longer possible.
   */
  withToken<T>(githubUserId: string, work: (accessToken: string) => Promise<T>): Promise<T>;
  /** The GitHub id an access token belongs to; undefined unless this app issued it and it is the current one. */
  bearer(accessToken: string): Promise<string | undefined>;
  /** Ends somebody's access, here and at GitHub: one's own, or as a super admin anybody's. */
  revoke(by: Actor, githubUserId: string): Promise<void>;
  /** Ends the access of logins that nobody finished in time, a few at once. */
  endUnfinished(): Promise<void>;
}
