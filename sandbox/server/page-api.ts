import { Hono } from "hono";
import { z } from "zod";
import { CHANNEL, GROUP_CHAT, GUILD, VISITOR } from "../chats.ts";
import { examples } from "../stories/examples.ts";
import { stories } from "../stories/index.ts";
import { play } from "../story-player.ts";
import { createVisitor } from "../visitor.ts";
import type { SandboxParts } from "./app.ts";
import { live } from "./live.ts";

const STORY_PAUSE_MS = 1_200;

const PlatformName = z.enum(["discord", "telegram"]);
const MessageName = z.object({
  platform: PlatformName,
  chatId: z.string(),
  messageId: z.string(),
});
const Written = z.object({ platform: PlatformName, chatId: z.string(), text: z.string().min(1) });
const Pressed = MessageName.extend({ button: z.string() });
const NewFault = z.object({
  platform: PlatformName,
  fault: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("rate_limited"), retryAfterSeconds: z.number().min(1).max(600) }),
    z.object({ kind: z.literal("server_error") }),
    z.object({ kind: z.literal("gone") }),
    z.object({ kind: z.literal("forbidden") }),
    z.object({ kind: z.literal("dropped_before") }),
    z.object({ kind: z.literal("dropped_after") }),
  ]),
  times: z.number().int().min(1).max(1_000),
});

/** What the page asks of its server. */
export function createPageApi(parts: SandboxParts): Hono {
  const api = new Hono();
  addCatalogue(api);
  addSending(api, parts);
  addMischief(api, parts);
  addVisitor(api, parts);
  api.get("/live", (c) => live(c, parts.platforms, parts.deliveries));
  api.onError((error, c) =>
    c.json({ error: error.message }, error instanceof z.ZodError ? 400 : 500),
  );
  return api;
}

/** What there is to choose from. */
function addCatalogue(api: Hono): void {
  api.get("/catalogue", (c) =>
    c.json({
      chats: {
        discord: { guild: GUILD, channel: CHANNEL },
        telegram: GROUP_CHAT,
        visitor: VISITOR,
      },
      stories: stories.map(({ id, title }) => ({ id, title })),
      examples: examples.map(({ id, event, action }) => ({ id, event, action })),
    }),
  );
  api.get("/examples/:id{.+}", (c) => {
    const found = examples.find(({ id }) => id === c.req.param("id"));
    return found ? c.json(found.payload) : c.notFound();
  });
}

/** Deliveries to the Worker, signed. */
function addSending(api: Hono, { deliveries }: SandboxParts): void {
  api.post("/send", async (c) => {
    const { example } = z.object({ example: z.string() }).parse(await c.req.json());
    const found = examples.find(({ id }) => id === example);
    if (!found) return c.notFound();
    const label = found.action === undefined ? found.event : `${found.event} ${found.action}`;
    return c.json(await deliveries.send({ ...found, label }));
  });
  api.post("/play", async (c) => {
    const { story } = z.object({ story: z.string() }).parse(await c.req.json());
    const found = stories.find(({ id }) => id === story);
    if (!found) return c.notFound();
    // What the Worker answers shows in the list of deliveries, step by step.
    play(found, deliveries, STORY_PAUSE_MS).catch((error: unknown) => console.error(String(error)));
    return c.json({ playing: story });
  });
  api.post("/repeat", async (c) => {
    const { id } = z.object({ id: z.string() }).parse(await c.req.json());
    const repeated = await deliveries.repeat(id);
    return repeated ? c.json(repeated) : c.notFound();
  });
}

/** What goes wrong on a platform. */
function addMischief(api: Hono, { platforms }: SandboxParts): void {
  api.post("/faults", async (c) => {
    const { platform, ...rule } = NewFault.parse(await c.req.json());
    platforms[platform].faults.add(rule);
    return c.json({ added: true });
  });
  api.delete("/faults", (c) => {
    platforms.discord.faults.clear();
    platforms.telegram.faults.clear();
    return c.json({ cleared: true });
  });
  api.post("/delete-message", async (c) => {
    const { platform, chatId, messageId } = MessageName.parse(await c.req.json());
    platforms[platform].log.remove(chatId, messageId);
    return c.json({ deleted: true });
  });
}

/** What a person does in the chats. */
function addVisitor(api: Hono, { platforms }: SandboxParts): void {
  const visitor = createVisitor(platforms);
  api.post("/write", async (c) => {
    const { platform, chatId, text } = Written.parse(await c.req.json());
    return c.json(await visitor.write(platform, chatId, text));
  });
  api.post("/press", async (c) => {
    const { platform, chatId, messageId, button } = Pressed.parse(await c.req.json());
    return c.json(await visitor.press(platform, chatId, messageId, button));
  });
  api.post("/submit", async (c) =>
    c.json(await visitor.submit(z.record(z.string(), z.string()).parse(await c.req.json()))),
  );
}
