import type { JsonObject } from "../../src/domain/json.ts";

/** What Gitea and Forgejo put into their payloads, again and again. */

const HOST = "https://git.acme.dev";
export const REPO = `${HOST}/acme/kettle`;
export const AT = "2026-05-04T12:00:00Z";
export const LATER = "2026-05-04T12:05:00Z";
const NEVER = "0001-01-01T00:00:00Z";
export const OLD = "a".repeat(40);
export const NEW = "b".repeat(40);
export const NOTHING = "0".repeat(40);

export const lena = person(3, "lena");
export const tomas = person(4, "tomas");
export const acme = person(2, "acme");
export const repository = repo(7, acme, "acme/kettle");
export const around = { repository, sender: lena };
export const bug = {
  id: 1,
  name: "bug",
  color: "ee0701",
  description: "",
  url: `${REPO}/labels/1`,
};
export const milestone = { id: 1, title: "1.0", state: "open", due_on: null };

function person(id: number, login: string): JsonObject {
  return {
    id,
    login,
    login_name: "",
    full_name: "",
    email: `${login}@noreply.git.acme.dev`,
    avatar_url: `${HOST}/avatars/${id}`,
    // Older versions send no `html_url`.
    ...(login === "tomas" ? {} : { html_url: `${HOST}/${login}` }),
    username: login,
  };
}

export function repo(id: number, owner: JsonObject, full: string): JsonObject {
  const name = full.split("/")[1] ?? full;
  return {
    id,
    owner,
    name,
    full_name: full,
    private: false,
    fork: false,
    html_url: `${HOST}/${full}`,
    default_branch: "main",
  };
}

export function commit(id: string, message: string): JsonObject {
  const author = { name: "Lena", email: "lena@acme.dev", username: "lena" };
  const files = { added: [], removed: [], modified: ["README.md"] };
  const url = `${REPO}/commit/${id}`;
  return {
    id,
    message,
    url,
    author,
    committer: author,
    timestamp: AT,
    verification: null,
    ...files,
  };
}

export function push(changed: JsonObject): JsonObject {
  const commits = [commit(NEW, "Stop the timer\n\nAt last."), commit("c".repeat(40), "Warm <up>")];
  return {
    ref: "refs/heads/main",
    before: OLD,
    after: NEW,
    compare_url: `${REPO}/compare/${OLD}...${NEW}`,
    commits,
    total_commits: 2,
    head_commit: commits[0] ?? null,
    pusher: lena,
    ...changed,
  };
}

export function issue(changed: JsonObject = {}): JsonObject {
  return {
    id: 11,
    url: `${HOST}/api/v1/repos/acme/kettle/issues/1`,
    html_url: `${REPO}/issues/1`,
    number: 1,
    user: tomas,
    title: "It leaks",
    body: "See #2, says @lena.",
    labels: [],
    milestone: null,
    assignee: null,
    assignees: null,
    state: "open",
    comments: 0,
    created_at: AT,
    updated_at: AT,
    closed_at: null,
    pull_request: null,
    ...changed,
  };
}

export function pull(changed: JsonObject = {}): JsonObject {
  const side = (ref: string, sha: string) => ({
    label: ref,
    ref,
    sha,
    repo_id: 7,
    repo: repository,
  });
  return {
    ...issue({ number: 2, title: "Warm it", body: "For an hour.", user: lena, comments: 0 }),
    url: `${REPO}/pulls/2`,
    html_url: `${REPO}/pulls/2`,
    requested_reviewers: null,
    draft: false,
    mergeable: true,
    merged: false,
    merged_at: null,
    merged_by: null,
    base: side("main", OLD),
    head: side("warm", NEW),
    additions: 4,
    deletions: 1,
    changed_files: 1,
    due_date: NEVER,
    ...changed,
  };
}
