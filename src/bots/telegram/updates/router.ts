import { Hono } from "hono";
import { describeError, logWarning, withLogEvent } from "../../../observability/log.ts";
import { sameText } from "./same-text.ts";
import { handleUpdate } from "./handle.ts";
import { Update } from "./payload.ts";
import type { UpdateDeps } from "./update-deps.ts";

const BODY_LIMIT = 1_000_000;
/** Telegram repeats an update for a day. */
const REPEAT_SECONDS = 86_400;

export interface TelegramUpdateDeps extends UpdateDeps {
  /** Absent: nobody is believed. */
  webhookSecret: string | undefined;
}

/**
 * `POST /telegram/webhook`. An update that fails is logged and still answered 200: Telegram would
 * send it again and again, and hold back those behind it.
 */
export function telegramUpdates(deps: TelegramUpdateDeps): Hono {
  const app = new Hono();
  app.post("/", async (c) => {
    const sent = c.req.header("X-Telegram-Bot-Api-Secret-Token") ?? "";
    const { webhookSecret } = deps;
    if (webhookSecret === undefined || !(await sameText(sent, webhookSecret))) {
      return c.json({ error: "unauthorized" }, 401);
    }
    const body = await c.req.text();
    await withLogEvent("telegram update", async (log) => {
      const update = updateOf(body);
      log.set({ update: update?.update_id ?? "unreadable" });
      if (update !== undefined) await once(update, deps);
    }).catch((error: unknown) =>
      logWarning("telegram update failed", { error: describeError(error) }),
    );
    return c.json({ ok: true });
  });
  return app;
}

async function once(update: Update, deps: TelegramUpdateDeps): Promise<void> {
  const key = `telegram:update:${update.update_id}`;
  // While nothing can be claimed, whoever asks is told: a use of a command is claimed once more by itself.
  const isNew = await deps.services.once(key, REPEAT_SECONDS).catch(() => true);
  if (isNew) await handleUpdate(update, deps);
}

function updateOf(body: string): Update | undefined {
  if (body.length > BODY_LIMIT) return undefined;
  try {
    const json: unknown = JSON.parse(body, (_, value: unknown) => value ?? undefined);
    const update = Update.safeParse(json);
    return update.success ? update.data : undefined;
  } catch {
    return undefined;
  }
}
