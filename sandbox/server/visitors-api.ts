import type { Context, Hono } from "hono";
import { z } from "zod";
import { messageCommands, slashCommands } from "../visitors/commands.ts";
import type { PageParts } from "./parts.ts";

const PlatformName = z.enum(["discord", "telegram"]);
const Acting = z.object({ as: z.string() });
const OnMessage = Acting.extend({
  platform: PlatformName,
  chatId: z.string(),
  messageId: z.string(),
});
const Written = Acting.extend({
  platform: PlatformName,
  chatId: z.string(),
  topicId: z.string().optional(),
  replyTo: z.string().optional(),
  text: z.string().min(1),
});
const Used = Acting.extend({
  chatId: z.string(),
  path: z.array(z.string()),
  options: z.record(z.string(), z.string()),
});

/** What people do in the chats. */
export function addVisitors(api: Hono, { visitors, platforms }: PageParts): void {
  const { discord, telegram } = visitors;
  api.get("/commands", (c) => {
    const person = visitors.person(c.req.query("as") ?? "");
    const registered = platforms.discord.registered("global");
    const { locale } = person.discord;
    return c.json({
      slash: slashCommands(registered, locale),
      menu: messageCommands(registered, locale),
    });
  });
  api.get("/bot-commands", (c) => {
    const { languageCode } = visitors.person(c.req.query("as") ?? "").telegram;
    const scope = c.req.query("in") === "private" ? "all_private_chats" : "all_group_chats";
    const own = platforms.telegram.registered(scope, languageCode);
    return c.json(own.length > 0 ? own : platforms.telegram.registered(scope));
  });
  api.post("/write", async (c) => {
    const { as, platform, chatId, topicId, replyTo, text } = Written.parse(await c.req.json());
    const person = visitors.person(as);
    if (platform === "discord") {
      return c.json(await discord.write({ person: person.discord, channelId: chatId }, text));
    }
    const answered =
      replyTo === undefined ? {} : { replyTo: visitors.message("telegram", chatId, replyTo) };
    const topic = topicId === undefined ? {} : { topicId };
    const writing = { person: person.telegram, chatId, ...topic, ...answered };
    return c.json(await telegram.write(writing, text));
  });
  api.post("/use", async (c) => {
    const { as, chatId, path, options } = Used.parse(await c.req.json());
    const doing = { person: visitors.person(as).discord, channelId: chatId };
    return c.json(await discord.use(doing, { path, options }));
  });
  api.post("/suggest", async (c) => {
    const asked = Used.extend({ focused: z.string() }).parse(await c.req.json());
    const doing = { person: visitors.person(asked.as).discord, channelId: asked.chatId };
    return c.json(await discord.suggest(doing, asked));
  });
  addPressing(api, { visitors });
}

function addPressing(api: Hono, { visitors }: Pick<PageParts, "visitors">): void {
  const { discord, telegram } = visitors;
  api.post("/press", async (c) => {
    const { as, platform, chatId, messageId, button } = await readBody(
      c,
      OnMessage.extend({ button: z.string() }),
    );
    const message = visitors.message(platform, chatId, messageId);
    const person = visitors.person(as);
    return c.json(
      platform === "telegram"
        ? await telegram.press(person.telegram, message, button)
        : await discord.press(person.discord, message, button),
    );
  });
  api.post("/share", async (c) => {
    const asked = await readBody(c, OnMessage.extend({ key: z.string(), shared: z.string() }));
    const message = visitors.message("telegram", asked.chatId, asked.messageId);
    const person = visitors.person(asked.as).telegram;
    return c.json(await telegram.share(person, message, asked.key, asked.shared));
  });
  api.post("/menu", async (c) => {
    const asked = await readBody(c, OnMessage.extend({ name: z.string() }));
    const message = visitors.message("discord", asked.chatId, asked.messageId);
    return c.json(await discord.menu(visitors.person(asked.as).discord, message, asked.name));
  });
  api.post("/submit", async (c) => {
    const { as, values } = await readBody(
      c,
      Acting.extend({ values: z.record(z.string(), z.string()) }),
    );
    return c.json(await discord.submit(visitors.person(as).discord, values));
  });
  api.post("/start", async (c) => {
    const { as, payload } = await readBody(c, Acting.extend({ payload: z.string().optional() }));
    return c.json(await telegram.start(visitors.person(as).telegram, payload));
  });
}

async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  return schema.parse(await c.req.json());
}
