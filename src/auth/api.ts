import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { z } from "zod";
import { UserError } from "../domain/user-error.ts";
import { isMessageKey, type Translate } from "../i18n/translate.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Accounts } from "../services/account-types.ts";
import type { GitHubActions } from "../services/github-actions.ts";
import { apiFailureOf } from "../services/github-failures.ts";
import { languageFor } from "./language.ts";

export interface ApiDeps {
  accounts: Pick<Accounts, "bearer">;
  actions: Pick<GitHubActions, "comment" | "merge" | "closePull" | "react">;
  translatorFor(lang: string): Promise<Translate>;
}

const owner = z.string().regex(/^[\w.-]{1,100}$/);
const number = z.int().positive();
const CommentBody = z.object({ owner, repo: owner, issueNumber: number, body: z.string().min(1) });
const MergeBody = z.object({
  owner,
  repo: owner,
  pullNumber: number,
  method: z.enum(["merge", "squash", "rebase"]).optional(),
  sha: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/i)
    .optional(),
});
const CloseBody = z.object({ owner, repo: owner, pullNumber: number });
const ReactBody = z.object({ owner, repo: owner, issueNumber: number, reaction: z.string() });

/** A comment of GitHub's longest, in bytes and escaped as JSON. */
const LONGEST_BODY_BYTES = 512 * 1024;

/** `POST /api/…`: acts on GitHub as the holder of the Bearer token. */
export function apiRoutes(deps: ApiDeps): Hono {
  const { actions } = deps;
  const api = new Hono();
  api.use(
    bodyLimit({
      maxSize: LONGEST_BODY_BYTES,
      onError: (c) => failed(c, 413, "too_large", "The body is too large."),
    }),
  );

  const verb = <T>(
    path: string,
    body: z.ZodType<T>,
    act: (as: string, asked: T) => Promise<object>,
  ): void => {
    api.post(path, async (c) => {
      const as = await holderOf(c, deps.accounts);
      if (as === undefined) {
        c.header("www-authenticate", "Bearer");
        return failed(c, 401, "unauthorized", "Send an access token that this app issued.");
      }
      const asked = body.safeParse(await c.req.json().catch(() => undefined));
      if (!asked.success) return failed(c, 400, "bad_request", z.prettifyError(asked.error));
      return c.json({ ok: true, ...(await act(as, asked.data)) });
    });
  };

  verb("/comment", CommentBody, (as, { owner, repo, issueNumber, body }) =>
    actions.comment(as, { owner, repo, number: issueNumber }, body),
  );
  verb("/merge", MergeBody, async (as, { owner, repo, pullNumber, method, sha }) => {
    const how = { ...(method && { method }), ...(sha && { sha }) };
    const merged = await actions.merge(as, { owner, repo, number: pullNumber }, how);
    return { merged: true, ...merged };
  });
  verb("/close", CloseBody, async (as, { owner, repo, pullNumber }) => {
    const closed = await actions.closePull(as, { owner, repo, number: pullNumber });
    return { state: "closed", ...closed };
  });
  verb("/react", ReactBody, (as, { owner, repo, issueNumber, reaction }) =>
    actions.react(as, { owner, repo, number: issueNumber }, reaction),
  );

  api.onError((error, c) => answerTo(error, c, deps));
  return api;
}

async function holderOf(c: Context, accounts: ApiDeps["accounts"]): Promise<string | undefined> {
  const token = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(c.req.header("authorization") ?? "")?.[1];
  return token === undefined ? undefined : accounts.bearer(token);
}

async function answerTo(error: Error, c: Context, deps: ApiDeps): Promise<Response> {
  if (!(error instanceof UserError) || !isMessageKey(error.key)) {
    logWarning("api.failed", { path: c.req.path, error: describeError(error) });
    return failed(c, 500, "internal", "Something went wrong on our side.");
  }
  const { status, code } = apiFailureOf(error);
  const t = await deps.translatorFor(languageFor(c.req.header("accept-language")));
  return failed(c, status as ContentfulStatusCode, code, t(error.key, error.params));
}

function failed(
  c: Context,
  status: ContentfulStatusCode,
  error: string,
  message: string,
): Response {
  return c.json({ ok: false, error, message }, status, { "cache-control": "no-store" });
}
