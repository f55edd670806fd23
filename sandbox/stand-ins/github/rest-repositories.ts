import { z } from "zod";
import { type Endpoint, endpoint, invalid, notFound } from "./endpoint.ts";
import { CreateHook, ListMyRepositories, NoQuery, Paging } from "./schemas.ts";
import { type Hook, may, permissionOf, type User, userByLogin, type World } from "./world.ts";

const getRepository = endpoint({
  at: "GET /repos/:owner/:repo",
  query: NoQuery,
  statuses: [200, 301, 403, 404],
  answer: ({ repo, user, shapes }) => ({ status: 200, body: shapes.repository(repo, user) }),
});

const createHook = endpoint({
  at: "POST /repos/:owner/:repo/hooks",
  query: NoQuery,
  body: CreateHook,
  statuses: [201, 403, 404, 422],
  answer: ({ repo, user, body, world, shapes, webhooks }) => {
    // Who may not administer is not even told that there are hooks.
    if (!may(repo, user, "admin")) return notFound;
    const { url, secret = "" } = body.config ?? {};
    if (url === undefined || !URL.canParse(url)) return invalid({ code: "custom", field: "url" });
    if (repo.hooks.some((hook) => hook.url === url)) {
      return invalid({ code: "custom", message: "Hook already exists on this repository" });
    }
    const { events = ["push"], active = true } = body;
    const hook: Hook = { id: world.nextId(), url, secret, events, active };
    repo.hooks.push(hook);
    webhooks.ping(repo, user, hook);
    return { status: 201, body: shapes.hook(repo, hook) };
  },
});

const listHooks = endpoint({
  at: "GET /repos/:owner/:repo/hooks",
  query: Paging,
  statuses: [200, 404],
  answer: ({ repo, user, shapes }) =>
    may(repo, user, "admin")
      ? { status: 200, body: repo.hooks.map((hook) => shapes.hook(repo, hook)) }
      : notFound,
});

const deleteHook = endpoint({
  at: "DELETE /repos/:owner/:repo/hooks/:hook_id{[0-9]+}",
  query: NoQuery,
  statuses: [204, 404],
  answer: ({ repo, user, params }) => {
    const hook = repo.hooks.find((h) => h.id === Number(params["hook_id"]));
    if (!hook || !may(repo, user, "admin")) return notFound;
    repo.hooks = repo.hooks.filter((h) => h !== hook);
    return { status: 204 };
  },
});

const me = endpoint({
  at: "GET /user",
  query: NoQuery,
  statuses: [200, 304, 401, 403],
  answer: ({ user, shapes }) => ({ status: 200, body: shapes.user(user) }),
});

const someone = endpoint({
  at: "GET /users/:username",
  query: NoQuery,
  statuses: [200, 404],
  answer: ({ world, params, shapes }) => {
    const user = userByLogin(world, params["username"] ?? "");
    return user ? { status: 200, body: shapes.user(user) } : notFound;
  },
});

const myRepositories = endpoint({
  at: "GET /user/repos",
  query: ListMyRepositories,
  statuses: [200, 304, 401, 403, 422],
  answer: ({ world, user, query, shapes }) => {
    const mine = world.repositories.filter(
      (repo) => repo.owner === user.login || repo.permissions[user.login] !== undefined,
    );
    const page = mine.slice(0, query.per_page ?? 30);
    return { status: 200, body: page.map((repo) => shapes.repository(repo, user)) };
  },
});

/** An owner's membership is read off their repositories: who administers one is an admin of it. */
const orgMembership = endpoint({
  at: "GET /user/memberships/orgs/:org",
  query: NoQuery,
  statuses: [200, 403, 404],
  answer: ({ world, user, params }) => {
    const body = membershipIn(world, user, params["org"] ?? "");
    return body === undefined ? notFound : { status: 200, body };
  },
});

const orgMemberships = endpoint({
  at: "GET /user/memberships/orgs",
  query: Paging.extend({ state: z.enum(["active", "pending"]).optional() }),
  statuses: [200, 304, 401, 403, 422],
  answer: ({ world, user, query }) => {
    const owners = [...new Set(world.repositories.map(({ owner }) => owner))];
    const all = owners
      .filter((owner) => owner !== user.login)
      .flatMap((owner) => membershipIn(world, user, owner) ?? []);
    return { status: 200, body: pageOf(all, query) };
  },
});

function membershipIn({ repositories }: World, user: User, login: string) {
  const owned = repositories.filter((repo) => repo.owner === login);
  const has = owned.map((repo) => permissionOf({ ...repo, private: true }, user));
  if (has.every((permission) => permission === undefined)) return undefined;
  const role = has.includes("admin") ? "admin" : "member";
  return { state: "active", role, organization: { login } };
}

function pageOf<T>(all: readonly T[], query: z.output<typeof Paging>): readonly T[] {
  const { per_page: size = 30, page = 1 } = query;
  return all.slice((page - 1) * size, page * size);
}

const myInstallations = endpoint({
  at: "GET /user/installations",
  query: Paging,
  statuses: [200, 304, 401, 403],
  answer: ({ world, user, query }) => {
    const visible = world.repositories.filter((r) => r.installed && may(r, user, "write"));
    const owners = [...new Set(visible.map((repo) => repo.owner))];
    const installations = owners.map((login) => {
      const first = world.repositories.find((repo) => repo.owner === login)?.id ?? 0;
      return { id: first, account: { login, type: "Organization" } };
    });
    const page = pageOf(installations, query);
    return { status: 200, body: { total_count: installations.length, installations: page } };
  },
});

export const repositoryEndpoints: readonly Endpoint[] = [
  getRepository,
  createHook,
  listHooks,
  deleteHook,
  me,
  someone,
  myRepositories,
  orgMembership,
  orgMemberships,
  myInstallations,
];
