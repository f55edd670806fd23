import type { Hono } from "hono";
import { html } from "hono/html";
import { z } from "zod";
import { PEOPLE } from "../chats.ts";
import type { Visitors } from "../visitors/visitors.ts";

const Opened = z.object({ as: z.string(), start: z.string().optional() });

/** What a phone does with a link to t.me: it opens Telegram, of whoever holds the phone. */
export function addTelegramLinks(app: Hono, visitors: Visitors): void {
  app.get("/t.me/:bot", (c) => {
    const start = c.req.query("start");
    const hidden =
      start === undefined ? "" : html`<input type="hidden" name="start" value="${start}" />`;
    const buttons = PEOPLE.map(
      ({ id, name }) => html`<p><button name="as" value="${id}">Open as ${name}</button></p>`,
    );
    return c.html(
      page(
        html`<p>This link opens the private chat with the bot. Whose Telegram is it?</p>
          <form method="post">${hidden}${buttons}</form>`,
      ),
    );
  });
  app.post("/t.me/:bot", async (c) => {
    const { as, start } = Opened.parse(await c.req.parseBody());
    await visitors.telegram.start(visitors.person(as).telegram, start);
    return c.html(
      page(
        html`<p>
          The chat has opened in the sandbox. Close this tab and look at Telegram there, as the same
          person, in the private chat.
        </p>`,
      ),
    );
  });
}

function page(body: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>Telegram</title>
      </head>
      <body style="font: 1.05rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 10vh auto">
        <h1>Stand-in Telegram</h1>
        ${body}
      </body>
    </html>`;
}
