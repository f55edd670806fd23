import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { apiRoutes } from "./auth/api.ts";
import { authRoutes } from "./auth/router.ts";
import { discordInteractions } from "./bots/discord/interactions/router.ts";
import { telegramUpdates } from "./bots/telegram/updates/router.ts";
import type { Context } from "./context.ts";
import { health } from "./health.ts";
import { describeError, logWarning } from "./observability/log.ts";
import { webhookRoutes } from "./webhooks/router.ts";

/** Mounts the routers; whatever they do not answer for is answered here. */
export function createApp(context: Context): Hono {
  const app = new Hono();
  app.get("/health", async (c) => {
    const { status, body } = await health(context.health);
    return c.json(body, status, { "cache-control": "no-store" });
  });
  app.route("/", webhookRoutes(context.ingress));
  app.route("/discord/interactions", discordInteractions(context.discord));
  app.route("/telegram/webhook", telegramUpdates(context.telegram));
  app.route("/auth", authRoutes(context.auth));
  app.route("/api", apiRoutes(context.api));
  app.notFound((c) => c.json({ ok: false, error: "not_found" }, 404));
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse();
    logWarning("request failed", { path: c.req.path, error: describeError(error) });
    return c.json({ ok: false, error: "internal" }, 500);
  });
  return app;
}
