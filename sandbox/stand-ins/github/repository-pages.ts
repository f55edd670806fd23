import type { Hono } from "hono";
import { html } from "hono/html";
import {
  fullName,
  type Repository,
  repositoryByName,
  type Thread,
  threadOf,
  userById,
  type World,
} from "./world.ts";

/** Where links in messages lead: a repository and its threads, to be read, and an organization's sign-on. */
export function addRepositoryPages(site: Hono, world: World): void {
  site.get("/orgs/:owner/sso", (c) => {
    const { owner } = c.req.param();
    const form = html`<form method="post"><button>Sign on to ${owner}</button></form>`;
    return c.html(
      document(
        "Single sign-on",
        html`<h1>Single sign-on</h1>
          ${form}`,
      ),
    );
  });
  site.post("/orgs/:owner/sso", (c) => {
    const { owner } = c.req.param();
    for (const repo of world.repositories) if (repo.owner === owner) repo.saml = false;
    return c.html(
      document("Single sign-on", html`<p>You are signed on. Try again in the chat.</p>`),
    );
  });
  site.get("/:owner/:repo", (c) => {
    const repo = repositoryByName(world, `${c.req.param("owner")}/${c.req.param("repo")}`);
    return repo ? c.html(repositoryPage(repo)) : c.notFound();
  });
  site.get("/:owner/:repo/:kind{issues|pull}/:number{[0-9]+}", (c) => {
    const repo = repositoryByName(world, `${c.req.param("owner")}/${c.req.param("repo")}`);
    const thread = repo && threadOf(repo, Number(c.req.param("number")));
    return thread ? c.html(threadPage(world, repo, thread)) : c.notFound();
  });
}

function repositoryPage(repo: Repository) {
  const items = repo.threads.map(
    (thread) =>
      html`<li>
        <a href="${repo.name}/${thread.pull ? "pull" : "issues"}/${thread.number}"
          >#${thread.number} ${thread.title}</a
        >
        · ${stateOf(thread)}
      </li>`,
  );
  return document(
    fullName(repo),
    html`<h1>${fullName(repo)}</h1>
      <ul>
        ${items}
      </ul>`,
  );
}

function threadPage(world: World, repo: Repository, thread: Thread) {
  const said = thread.comments.map(
    ({ id, userId, body }) =>
      html`<article id="issuecomment-${id}">
        <b>${userById(world, userId).login}</b>
        <p style="white-space: pre-wrap">${body}</p>
      </article>`,
  );
  const { title, number, authorId, body } = thread;
  return document(
    `${title} · ${fullName(repo)}#${number}`,
    html`<p>${fullName(repo)}</p>
      <h1>${title} #${number}</h1>
      <p>${stateOf(thread)} · by ${userById(world, authorId).login}</p>
      <p style="white-space: pre-wrap">${body ?? ""}</p>
      ${said}`,
  );
}

/** `open`, `closed`, or `merged`. */
export function stateOf(thread: Thread): "open" | "closed" | "merged" | "draft" {
  if (thread.pull?.mergedAt != null) return "merged";
  return thread.state === "open" && thread.pull?.draft ? "draft" : thread.state;
}

function document(title: string, body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body style="font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto">
        <p><small>Stand-in GitHub</small></p>
        ${body}
      </body>
    </html>`;
}
