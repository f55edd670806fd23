import { expect, it } from "vitest";
import { createDiscordUser } from "../support/discord-user.ts";
import { signedWebhook } from "../support/webhook.ts";
import { createWorld } from "../support/world.ts";

const HOST = "https://ghe.example";

it("keeps to a GitHub Enterprise Server: linking, webhooks, links, buttons, references and the forge's name", async () => {
  const world = await createWorld({ enterprise: HOST });
  world.github.addUser({ login: "ada", id: 11, name: "Ada" });
  world.github.addRepository({ owner: "ada", name: "engine", permissions: { ada: "admin" } });
  const deliveries: Promise<Response>[] = [];
  world.github.onWebhook(({ event, payload, hooks, deliveryId }) => {
    for (const { url, secret } of hooks) {
      const webhook = { event, payload, deliveryId, path: "" };
      deliveries.push(signedWebhook(url, secret, webhook).then((request) => world.send(request)));
    }
  });
  const arrive = async () => {
    for (const { status } of await Promise.all(deliveries.splice(0))) expect(status).toBe(202);
    await world.drain();
  };
  const members = [{ userId: "11", login: "ada", role: "owner" as const }];
  const forgeSources = [{ host: "ghe.example", type: "github", name: "Works" }];
  await world.configure([{ id: "team", name: "Team", members, owners: [], forgeSources }], []);

  const ada = createDiscordUser(world, { name: "Ada", permissions: 1n << 5n });
  await ada.login("ada");
  const joined = await ada.press((await ada.slash("setup")).message, "Connect to “Team”");
  const form = await ada.press(joined.message, "Create the webhook for me");
  const hooked = await ada.submit(form, { repo: `${HOST}/ada/engine` });
  expect(hooked.buttons["Webhooks on GitHub"]).toBe(`${HOST}/ada/engine/settings/hooks`);
  await arrive();
  const subscribed = await ada.slash("subscribe", { repo: `${HOST}/ada/engine` });
  expect(subscribed.text).toContain("/gh subscribe ada/engine events:");
  expect((await ada.slash("subscribe", { repo: "https://github.com/ada/engine" })).text).toContain(
    "cannot read",
  );

  world.github.open("ada/engine", {
    author: "ada",
    title: "It stands still",
    body: "See #1, @ada",
  });
  await arrive();
  const shown = () => world.discord.log.messages().filter(({ onlyFor }) => onlyFor === undefined);
  const card = shown().at(-1);
  const raw = JSON.stringify(card?.body);
  expect(raw).toContain(`${HOST}/ada/engine/issues/1`);
  expect(raw).toContain("Works");
  expect(raw).not.toContain("github.com");
  const closed = await ada.slash("issue close", { ref: `${HOST}/ada/engine/issues/1` });
  expect(closed.text).toContain("ada/engine#1 is closed");
  expect(Object.values(closed.buttons)).toEqual([`${HOST}/ada/engine/issues/1`]);
  await arrive();
  expect(shown().find(({ messageId }) => messageId === card?.messageId)?.text).toMatch(/closed/i);
  const why = await ada.slash("why", { link: `${HOST}/ada/engine/issues/1` });
  expect(why.text).toContain("Shown here, because of /gh subscribe ada/engine");
  expect(world.github.requests.every(({ path }) => !path.startsWith("/api/v3/api"))).toBe(true);
});
