import type { Hono } from "hono";
import { z } from "zod";
import { userByLogin } from "../stand-ins/github/world.ts";
import type { PageParts } from "./parts.ts";

const Permission = z.object({
  repository: z.string(),
  login: z.string(),
  permission: z.enum(["none", "read", "write", "admin"]),
});
const Switch = z.object({
  repository: z.string(),
  name: z.enum(["archived", "saml", "hasIssues", "installed"]),
  on: z.boolean(),
});
const OfTokens = z.object({ login: z.string(), what: z.enum(["expire", "revoke"]) });
const Deed = z.object({ repository: z.string(), number: z.number(), login: z.string() });

/** What is switched, and done by hand, on the stand-in GitHub. */
export function addGitHub(api: Hono, { platforms: { github }, changes }: PageParts): void {
  api.post("/github/permission", async (c) => {
    const { repository, login, permission } = Permission.parse(await c.req.json());
    const { permissions, ...repo } = github.repository(repository);
    if (permission === "none") delete permissions[login];
    else permissions[login] = permission;
    changes.announce();
    return c.json({ repository: repo.name, permission });
  });
  api.post("/github/switch", async (c) => {
    const { repository, name, on } = Switch.parse(await c.req.json());
    github.repository(repository)[name] = on;
    changes.announce();
    return c.json({ [name]: on });
  });
  api.post("/github/tokens", async (c) => {
    const { login, what } = OfTokens.parse(await c.req.json());
    const user = userByLogin(github.world, login);
    if (!user) return c.notFound();
    if (what === "expire") github.tokens.expireAllOf(user.id);
    else github.tokens.removeAllOf(user.id);
    changes.announce();
    return c.json({ login, what });
  });
  api.post("/github/comment", async (c) => {
    const deed = Deed.extend({ text: z.string().min(1) }).parse(await c.req.json());
    const comment = { author: deed.login, body: deed.text };
    github.comment(deed.repository, deed.number, comment);
    return c.json({ commented: true });
  });
  api.post("/github/push", async (c) => {
    const { repository, number, login } = Deed.parse(await c.req.json());
    return c.json({ head: github.push(repository, number, login) });
  });
}
