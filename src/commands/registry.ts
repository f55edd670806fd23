import { en } from "../i18n/en/index.ts";
import type { Command } from "./define.ts";
import { commentAdd } from "./verbs/comment-add.ts";
import { commentAppend } from "./verbs/comment-append.ts";
import { commentDelete } from "./verbs/comment-delete.ts";
import { commentEdit } from "./verbs/comment-edit.ts";
import { helpOf } from "./verbs/help.ts";
import { issueClose } from "./verbs/issue-close.ts";
import { issueOpen } from "./verbs/issue-open.ts";
import { issueReopen } from "./verbs/issue-reopen.ts";
import { loginCode } from "./verbs/login-code.ts";
import { login } from "./verbs/login.ts";
import { logout } from "./verbs/logout.ts";
import { pullApprove } from "./verbs/pull-approve.ts";
import { pullClose } from "./verbs/pull-close.ts";
import { pullMerge } from "./verbs/pull-merge.ts";
import { pullReopen } from "./verbs/pull-reopen.ts";
import { pullRequestChanges } from "./verbs/pull-request-changes.ts";
import { react } from "./verbs/react.ts";
import { retry, retryAll, setupRetry } from "./verbs/retry.ts";
import { repo } from "./verbs/repo.ts";
import { invite, inviteRevoke, join, setupInvite } from "./verbs/invite.ts";
import { list } from "./verbs/list.ts";
import { members } from "./verbs/members.ts";
import { settings } from "./verbs/settings.ts";
import { setupApp, setupBind } from "./verbs/setup-app.ts";
import { setupJoin, setupLeave, setupNew } from "./verbs/setup-group.ts";
import { setupCheck, setupClose, setupHook, setupHow, setupRotate } from "./verbs/setup-webhook.ts";
import {
  setupList,
  setupMembers,
  setupSettings,
  setupSubscribe,
  setupTest,
  setupUnsubscribe,
} from "./verbs/setup-remote.ts";
import { setup, setupChat } from "./verbs/setup.ts";
import { subscribe } from "./verbs/subscribe.ts";
import { test } from "./verbs/test.ts";
import { unsubscribe } from "./verbs/unsubscribe.ts";
import { why } from "./verbs/why.ts";
import { start } from "./verbs/start.ts";
import { whoami } from "./verbs/whoami.ts";

/** Every command, in the order of help. A new one is a file and a line here. */
export const commands: readonly Command[] = [
  helpOf(() => listedCommands),
  start,
  login,
  loginCode,
  logout,
  whoami,
  setup,
  setupChat,
  setupNew,
  setupJoin,
  setupLeave,
  setupCheck,
  setupHook,
  setupHow,
  setupRotate,
  setupClose,
  setupApp,
  setupBind,
  setupSubscribe,
  setupUnsubscribe,
  setupList,
  setupTest,
  setupSettings,
  setupMembers,
  setupInvite,
  subscribe,
  unsubscribe,
  list,
  settings,
  members,
  invite,
  inviteRevoke,
  join,
  test,
  why,
  retry,
  retryAll,
  setupRetry,
  repo,
  commentAdd,
  commentEdit,
  commentAppend,
  commentDelete,
  issueOpen,
  issueClose,
  issueReopen,
  pullMerge,
  pullApprove,
  pullRequestChanges,
  pullClose,
  pullReopen,
  react,
];

/** What a person can type. */
export const listedCommands: readonly Command[] = commands.filter(({ hidden }) => hidden !== true);

const byPath = new Map(commands.map((command) => [command.path, command]));

export function commandAt(path: string): Command | undefined {
  return byPath.get(path);
}

/** The command a typed text begins with, and the words after it. */
export function commandOf(typed: string): { command: Command | undefined; rest: string } {
  const [, first = "", second = ""] = /^\s*(\S*)\s*(\S*)/.exec(typed) ?? [];
  const two = commandAt(`${first} ${second}`.toLowerCase());
  if (two !== undefined) return { command: two, rest: afterWords(typed, 2) };
  return { command: commandAt(first.toLowerCase()), rest: afterWords(typed, 1) };
}

function afterWords(typed: string, count: number): string {
  return typed.replace(new RegExp(String.raw`^\s*(?:\S+\s*){${count}}`), "");
}

/** The command that a platform's message menu shows under this (English) name. */
export function commandOfMenu(name: string): Command | undefined {
  return commands.find(
    ({ messageCommand }) => messageCommand !== undefined && en[messageCommand] === name,
  );
}
