import { Hono } from "hono";
import { z } from "zod";
import {
  CHANNEL,
  FORUM,
  GROUP_CHAT,
  GUILD,
  NEWS,
  OTHER_CHANNEL,
  PEOPLE,
  THREAD,
  TOPICS,
} from "../chats.ts";
import { nextPlayIn } from "../platforms.ts";
import { examples } from "../stories/examples.ts";
import { stories } from "../stories/index.ts";
import { play } from "../story-player.ts";
import type { PageParts } from "./parts.ts";
import { addFaults } from "./faults-api.ts";
import { addGitHub } from "./github-api.ts";
import { live } from "./live.ts";
import { addVisitors } from "./visitors-api.ts";

const STORY_PAUSE_MS = 1_200;

/** What the page asks of its server. */
export function createPageApi(parts: PageParts): Hono {
  const api = new Hono();
  addCatalogue(api, parts);
  addSending(api, parts);
  addFaults(api, parts);
  addGitHub(api, parts);
  addVisitors(api, parts);
  api.get("/live", (c) => live(c, parts));
  api.onError((error, c) =>
    c.json({ error: error.message }, error instanceof z.ZodError ? 400 : 422),
  );
  return api;
}

/** What there is to choose from. */
function addCatalogue(api: Hono, { platforms }: PageParts): void {
  const people = PEOPLE.map(({ id, name, role, discordId, telegramId }) => ({
    id,
    name,
    role,
    discordId,
    telegramId,
    dmId: platforms.people.get(id)?.dmId ?? "",
  }));
  const shownChannels = [CHANNEL, OTHER_CHANNEL].map(({ id, name }) => ({ id, name: `#${name}` }));
  const topics = TOPICS.map(({ id, name }) => ({
    id: FORUM.id,
    topicId: id,
    name: `${FORUM.title} › ${name}`,
  }));
  const chats = {
    discord: [...shownChannels, { id: THREAD.id, name: `${THREAD.name} (thread)` }],
    telegram: [
      { id: GROUP_CHAT.id, name: GROUP_CHAT.title },
      { id: FORUM.id, name: `${FORUM.title} › General` },
      ...topics,
      { id: NEWS.id, name: `${NEWS.title} (channel)` },
    ],
  };
  const catalogue = {
    people,
    guild: GUILD.name,
    bot: platforms.telegram.username,
    chats,
    stories: stories.map(({ id, title }) => ({ id, title })),
    examples: examples.map(({ id, event, action }) => ({ id, event, action })),
  };
  api.get("/catalogue", (c) => c.json(catalogue));
  api.get("/examples/:id{.+}", (c) => {
    const found = examples.find(({ id }) => id === c.req.param("id"));
    return found ? c.json(found.payload) : c.notFound();
  });
}

/** Deliveries to the Worker, signed. */
function addSending(api: Hono, { deliveries, platforms }: PageParts): void {
  api.post("/send", async (c) => {
    const { example } = z.object({ example: z.string() }).parse(await c.req.json());
    const found = examples.find(({ id }) => id === example);
    if (!found) return c.notFound();
    const { event, payload, action } = found;
    const label = action === undefined ? event : `${event} ${action}`;
    return c.json(await deliveries.send({ event, payload, label }));
  });
  api.post("/play", async (c) => {
    const { story } = z.object({ story: z.string() }).parse(await c.req.json());
    const found = stories.find(({ id }) => id === story);
    if (!found) return c.notFound();
    // What the Worker answers shows in the list of deliveries, step by step.
    const playing = play(found, deliveries, STORY_PAUSE_MS, nextPlayIn(platforms));
    playing.catch((error: unknown) => console.error(String(error)));
    return c.json({ playing: story });
  });
  api.post("/repeat", async (c) => {
    const { id } = z.object({ id: z.string() }).parse(await c.req.json());
    const repeated = await deliveries.repeat(id);
    return repeated ? c.json(repeated) : c.notFound();
  });
}
