import type { Platform } from "../domain/target.ts";
import type { Translate } from "../i18n/translate.ts";
import type {
  ChatAccount,
  LinkedAccount,
  LoginOptions,
  StartedLogin,
} from "../services/account-types.ts";
import type { GroupServices } from "../services/group-services.ts";
import type { Place } from "./invocation.ts";
import type { CommentReference, Reference } from "./references.ts";

export interface AccountService {
  linked(account: ChatAccount): Promise<LinkedAccount | undefined>;
  startLogin(account: ChatAccount, chatId: string, options: LoginOptions): Promise<StartedLogin>;
  /** Ends a login with the secret shown in the browser. Throws a UserError where it is wrong, used or expired. */
  confirmLogin(account: ChatAccount, secret: string): Promise<LinkedAccount & { name?: string }>;
  /** Forgets the link, and revokes the token at GitHub. */
  logout(account: ChatAccount): Promise<LinkedAccount | undefined>;
  whoAmI(account: ChatAccount): Promise<LinkedAccount | undefined>;
}

export type MergeMethod = "merge" | "squash" | "rebase";

export interface PullForMerge {
  title: string;
  /** Of a repository that not everybody may read. */
  isPrivate: boolean;
  headSha: string;
  url: string;
  methods: readonly MergeMethod[];
  /** GitHub's word for what stands in the way, if anything does: `dirty`, `blocked`, `behind`, `draft`. */
  mergeableState?: string;
}

export interface Done {
  /** The page of what was made or changed. */
  url: string;
}

/** Everything a person does on GitHub from a chat. Every verb acts as that person; failures are UserErrors. */
export interface GitHubActions {
  comment(as: string, on: Reference, body: string, onceKey: string): Promise<Done>;
  commentText(
    as: string,
    on: Reference,
    comment: CommentReference,
  ): Promise<{ body: string; url: string }>;
  editComment(as: string, on: Reference, comment: CommentReference, body: string): Promise<Done>;
  /** Adds below what the comment says at this moment, after a blank line. `on` names the comment. */
  appendToComment(as: string, on: Reference, text: string, onceKey: string): Promise<Done>;
  deleteComment(as: string, on: Reference, comment: CommentReference): Promise<void>;
  openIssue(
    as: string,
    repository: { owner: string; repo: string },
    issue: { title: string; body: string },
    onceKey: string,
  ): Promise<Done & { number: number }>;
  closeIssue(
    as: string,
    on: Reference,
    reason: "completed" | "not_planned" | "duplicate",
  ): Promise<Done & { isPull: boolean }>;
  reopenIssue(as: string, on: Reference): Promise<Done>;
  pullForMerge(as: string, on: Reference): Promise<PullForMerge>;
  merge(as: string, on: Reference, how: { method: MergeMethod; sha: string }): Promise<Done>;
  approve(as: string, on: Reference, body: string): Promise<Done>;
  requestChanges(as: string, on: Reference, body: string): Promise<Done>;
  closePull(as: string, on: Reference): Promise<Done>;
  reopenPull(as: string, on: Reference): Promise<Done>;
  react(as: string, on: Reference, reaction: string): Promise<Done>;
  /** The repository's full name as GitHub writes it; a UserError when the person cannot see it. */
  repository(as: string, repository: { owner: string; repo: string }): Promise<string>;
  /** Repositories whose name contains the words, for autocomplete. */
  suggestRepositories(as: string, words: string): Promise<readonly string[]>;
  /** Open issues and pull requests of a repository, for autocomplete. */
  suggestIssues(
    as: string,
    repository: { owner: string; repo: string },
    words: string,
  ): Promise<readonly { number: number; title: string }[]>;
}

export interface ChatPreferences {
  defaultRepo(targetId: string): Promise<string | undefined>;
  setDefaultRepo(targetId: string, repository: string): Promise<void>;
  /** The language that the chat, or else its group, has chosen. */
  lang(targetId: string): Promise<string | undefined>;
}

/** A use of a command that waits for a press or for words. */
export interface PendingUse {
  path: string;
  args: Readonly<Record<string, string>>;
  /** The argument that the awaited words are for. */
  field?: string;
}

export interface UseOwner {
  platform: Platform;
  chatUserId: string;
  chatId: string;
}

/** Keeps what does not fit a button, bound to who may press it; each is taken once. */
export interface PendingUses {
  /** Under `id` where the platform gives one (a question's message), else under a random one. Gives the id. */
  put(use: PendingUse, owner: UseOwner, id?: string): Promise<string>;
  /** Undefined when it is unknown, expired, taken or somebody else's. */
  take(id: string, owner: UseOwner): Promise<PendingUse | undefined>;
}

export interface CommandServices {
  githubUrl: string;
  accounts: AccountService;
  github: GitHubActions;
  chats: ChatPreferences;
  pending: PendingUses;
  translatorFor: (lang: string) => Promise<Translate>;
  /** Opens the bot's private chat on Telegram with this; undefined where there is no bot. */
  startUrl?: (payload: string) => Promise<string | undefined>;
  /** Groups, routes and connected chats; absent where no database or address is set for them. */
  groups?: GroupServices;
  /** False when this key was claimed in the last so many seconds: a double press, or a platform's repeat. */
  once(key: string, seconds: number): Promise<boolean>;
  /** What the key was claimed for did not come about. Never throws. */
  notDone(key: string): Promise<void>;
  /** Notes that somebody uses the bot in a chat: if they are linked, the chat's messages know them. */
  seen(account: ChatAccount, place: Pick<Place, "chatId">): Promise<void>;
  /** False when this person uses commands too fast. */
  mayProceed(chatUserId: string): Promise<boolean>;
}
