import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../src/config.ts";
import { createTelegramBot } from "../src/context/telegram-bot.ts";
import { fetchInNode } from "./fetch-in-node.ts";

it("lets the registration call Telegram from Node", async () => {
  const server = createServer((request, response) => {
    const result = { path: request.url, username: "WebHookerBot" };
    response.end(JSON.stringify({ ok: true, result }));
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;

  const settings = { TELEGRAM_TOKEN: "4242:t", TELEGRAM_API_URL: `http://127.0.0.1:${port}` };
  const bot = createTelegramBot(readConfig(settings), fetchInNode);

  expect(await bot?.name()).toBe("WebHookerBot");
  const scope = { scope: { type: "all_private_chats" } };
  expect(await bot?.call("getMyCommands", scope)).toMatchObject({
    path: "/bot4242:t/getMyCommands",
  });
});
