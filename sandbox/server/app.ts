import { Hono } from "hono";
import { createVisitors } from "../visitors/visitors.ts";
import { moduleFile, pageFile } from "./files.ts";
import { createPageApi } from "./page-api.ts";
import type { SandboxParts } from "./parts.ts";
import { addTelegramLinks } from "./telegram-links.ts";

/** Whatever a payload brings must stay text on the page, and nothing is fetched from elsewhere. */
const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
].join("; ");

/** Everything the sandbox serves: the stand-ins to the Worker, the page and its API to a person. */
export function createSandboxServer(parts: SandboxParts): Hono {
  const { platforms, changes } = parts;
  const visitors = createVisitors(platforms);
  const app = new Hono();
  app.all("/discord/*", ({ req }) => platforms.discord.fetch(req.raw));
  app.all("/telegram/*", ({ req }) => platforms.telegram.fetch(below(req.raw, "/telegram")));
  app.on("ALL", ["/github/*", "/github-api/*"], async ({ req }) => {
    const answer = await platforms.github.fetch(req.raw);
    changes.announce();
    return answer;
  });

  app.route("/api", createPageApi({ ...parts, visitors }));
  addTelegramLinks(app, visitors);
  app.get("/modules/*", ({ req }) => moduleFile(req.path.slice("/modules/".length)));
  app.get("/", () => page("index.html"));
  app.get("/*", ({ req }) => page(req.path.slice(1)));
  // A connection that a stand-in lets die must die here too: Hono would answer 500.
  app.onError((error) => {
    throw error;
  });
  return app;
}

async function page(path: string): Promise<Response> {
  const response = await pageFile(path);
  response.headers.set("Content-Security-Policy", PAGE_POLICY);
  return response;
}

/** The same request, addressed as if the prefix were not there. */
function below(request: Request, prefix: string): Request {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length) || "/";
  return new Request(url, request);
}
