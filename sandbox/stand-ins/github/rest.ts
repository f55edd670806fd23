import { Hono } from "hono";
import { z } from "zod";
import { type Answer, type Endpoint, notFound, refused } from "./endpoint.ts";
import type { Bases, Shapes } from "./payloads.ts";
import { issueEndpoints } from "./rest-issues.ts";
import { pullEndpoints } from "./rest-pulls.ts";
import { repositoryEndpoints } from "./rest-repositories.ts";
import { AccessTokenBody } from "./schemas.ts";
import type { App, IssuedToken, Tokens } from "./tokens.ts";
import type { Webhooks } from "./webhooks.ts";
import {
  may,
  type Repository,
  repositoryByFormerName,
  repositoryByName,
  type User,
  userById,
  type World,
} from "./world.ts";

export interface RestDeps {
  app: App;
  bases: Bases;
  world: World;
  tokens: Tokens;
  shapes: Shapes;
  webhooks: Webhooks;
  /** Told of every request that GitHub's description does not allow. */
  onViolation(violation: string): void;
}

export const endpoints: readonly Endpoint[] = [
  ...issueEndpoints,
  ...pullEndpoints,
  ...repositoryEndpoints,
];

/** Statuses that any request may meet, whatever is documented for its endpoint. */
const ALWAYS_POSSIBLE = new Set([401, 403, 404, 410, 422]);

/** The API below `GITHUB_API_URL`, built from the list of endpoints. */
export function restApi(deps: RestDeps): Hono {
  const api = new Hono();
  for (const endpoint of endpoints) {
    api.on(endpoint.method, endpoint.path, async (c) => {
      const answer = await answered(deps, endpoint, c.req.raw, c.req.param());
      checkStatus(endpoint, answer.status);
      const scope = issuedTo(deps, c.req.raw)?.scope;
      const scopes = scope ? { "x-oauth-scopes": scope.split(" ").join(", ") } : {};
      return respond({ ...answer, headers: { ...scopes, ...answer.headers } });
    });
  }
  api.on("DELETE", "/applications/:client_id/:what{token|grant}", (c) =>
    revoked(deps, c.req.raw, c.req.param()).then(respond),
  );
  // Addresses by id are those of the repository of that id.
  api.all("/repositories/:id{[0-9]+}/*", (c) => byId(deps, api, c.req.raw, c.req.param("id")));
  api.get("/repositories/:id{[0-9]+}", (c) => byId(deps, api, c.req.raw, c.req.param("id")));
  api.notFound((c) => {
    deps.onViolation(`${c.req.method} ${c.req.path}: no such endpoint`);
    return respond(notFound);
  });
  return api;
}

async function answered(
  deps: RestDeps,
  endpoint: Endpoint,
  request: Request,
  params: Readonly<Record<string, string>>,
): Promise<Answer> {
  const unfit = unfitHeaders(request);
  if (unfit) return violated(deps, endpoint, { status: 403, body: { message: unfit } });
  const issued = issuedTo(deps, request);
  if (!issued) return { status: 401, body: { message: "Bad credentials" } };
  const user = userById(deps.world, issued.userId);

  const repo = repositoryFor(deps, endpoint, request, params, user);
  if ("status" in repo) return repo;
  const query = endpoint.query.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return violated(deps, endpoint, unprocessable(query.error));
  const body = await bodyOf(endpoint, request);
  if (!body.success) return violated(deps, endpoint, unprocessable(body.error));
  const { world, shapes, webhooks } = deps;
  return endpoint.answer({
    params,
    query: query.data,
    body: body.data,
    user,
    repo,
    world,
    shapes,
    webhooks,
  });
}

/** https://docs.github.com/rest/using-the-rest-api/getting-started-with-the-rest-api: a User-Agent is required. */
function unfitHeaders(request: Request): string | undefined {
  if (!request.headers.get("user-agent")) {
    return "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.";
  }
  const version = request.headers.get("x-github-api-version");
  return version === "2022-11-28" ? undefined : `No such API version: ${version}`;
}

function issuedTo({ tokens }: RestDeps, request: Request): IssuedToken | undefined {
  const token = /^(?:Bearer|token) (.+)$/.exec(request.headers.get("authorization") ?? "")?.[1];
  return token === undefined ? undefined : tokens.find(token);
}

/** Endpoints without a repository get an empty one, which they do not look at. */
const NOWHERE: Repository = {
  id: 0,
  owner: "",
  name: "",
  private: true,
  archived: false,
  hasIssues: false,
  permissions: {},
  mergeMethods: [],
  installed: false,
  saml: false,
  formerNames: [],
  threads: [],
  hooks: [],
};

function repositoryFor(
  { app, bases, world }: RestDeps,
  endpoint: Endpoint,
  request: Request,
  params: Readonly<Record<string, string>>,
  user: User,
): Repository | Answer {
  if (!endpoint.path.startsWith("/repos/")) return NOWHERE;
  const name = `${params["owner"]}/${params["repo"]}`;
  const moved = repositoryByFormerName(world, name);
  const repo = repositoryByName(world, name);
  if (!repo && moved) {
    const rest = new URL(request.url).pathname.split(`/repos/${name}`)[1] ?? "";
    const location = `${bases.apiUrl}/repositories/${moved.id}${rest}`;
    return { status: 301, headers: { location }, body: { message: "Moved Permanently" } };
  }
  if (!repo || !may(repo, user, "read")) return notFound;
  if (app.kind === "app" && !repo.installed) {
    const writes = endpoint.method !== "GET";
    if (writes) return refused("Resource not accessible by integration");
    if (repo.private) return notFound;
  }
  if (repo.saml) {
    const url = `${bases.githubUrl}/orgs/${repo.owner}/sso?authorization_request=A1`;
    const answer = refused("Resource protected by organization SAML enforcement.");
    return { ...answer, headers: { "x-github-sso": `required; url=${url}` } };
  }
  return repo;
}

async function bodyOf(endpoint: Endpoint, request: Request) {
  const text = await request.text();
  if (!endpoint.body) return z.undefined().safeParse(text === "" ? undefined : text);
  return endpoint.body.safeParse(jsonOf(text));
}

function jsonOf(text: string): unknown {
  try {
    return text === "" ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

function unprocessable(error: z.ZodError): Answer {
  const errors = error.issues.map((issue) => ({
    code: "invalid",
    field: issue.path.join("."),
    message: issue.message,
  }));
  return { status: 422, body: { message: "Invalid request.", errors } };
}

function violated(deps: RestDeps, endpoint: Endpoint, answer: Answer): Answer {
  deps.onViolation(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(answer.body)}`);
  return answer;
}

function checkStatus(endpoint: Endpoint, status: number): void {
  if (endpoint.statuses.includes(status) || ALWAYS_POSSIBLE.has(status) || status === 301) return;
  throw new Error(`${endpoint.method} ${endpoint.path} never answers ${status}`);
}

function respond({ status, body, headers = {} }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return Response.json(body, { status, headers });
}

/** https://docs.github.com/rest/apps/oauth-applications: the app shows its own credentials. */
async function revoked(
  { app, tokens }: RestDeps,
  request: Request,
  params: { client_id: string; what: string },
): Promise<Answer> {
  const credentials = `Basic ${btoa(`${app.clientId}:${app.clientSecret}`)}`;
  const known = request.headers.get("authorization") === credentials;
  if (!known || params.client_id !== app.clientId) return notFound;
  const body = AccessTokenBody.safeParse(jsonOf(await request.text()));
  if (!body.success) return unprocessable(body.error);
  const token = tokens.find(body.data.access_token);
  if (!token) return { status: 422, body: { message: "Validation Failed" } };
  if (params.what === "grant") tokens.removeAllOf(token.userId);
  else tokens.remove(token.accessToken);
  return { status: 204 };
}

async function byId(deps: RestDeps, api: Hono, request: Request, id: string): Promise<Response> {
  const repo = deps.world.repositories.find((r) => String(r.id) === id);
  if (!repo) return respond(notFound);
  const url = new URL(request.url);
  url.pathname = url.pathname.replace(`/repositories/${id}`, `/repos/${repo.owner}/${repo.name}`);
  return api.fetch(new Request(url, request));
}
