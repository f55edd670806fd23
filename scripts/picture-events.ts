// Draws the pictures of docs/events.md from the running product: `npm run pictures`.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { settled } from "../sandbox/expectations.ts";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { type Example, examples } from "../sandbox/stories/examples.ts";
import type { JsonObject } from "../src/domain/json.ts";
import { launchChromium } from "./browser.ts";
import { PICTURED, pictureOf } from "./events/pictured.ts";

const DOCS = join(import.meta.dirname, "..", "docs");
const QUIET_MS = 1_200;
const TIMEOUT_MS = 20_000;
const WIDTH = 1_000;

const sandbox = await startSandbox();
const browser = await launchChromium();
try {
  await mkdir(join(DOCS, "images", "events"), { recursive: true });
  const page = await browser.newPage({
    viewport: { width: 1_440, height: 1_000 },
    colorScheme: "light",
  });
  await page.goto(sandbox.url);
  for (const [index, { id }] of PICTURED.entries()) {
    const example = examples.find((one) => one.id === id);
    if (example === undefined) throw new Error(`There is no example ${id}`);
    await draw(page, browser, example, 900_000 + index);
    console.log(`Wrote ${pictureOf(example.event)}`);
  }
} finally {
  await browser.close();
  await sandbox.stop();
}

/** Sends one example, in a repository of its own, and pictures the last message of each chat. */
async function draw(
  page: Page,
  browser: Browser,
  { event, payload }: Example,
  repositoryId: number,
): Promise<void> {
  const { discord, telegram } = sandbox.platforms;
  discord.log.clear();
  telegram.log.clear();
  await send(sandbox, event, inRepository(payload, repositoryId));
  await settled([discord.log, telegram.log], QUIET_MS, TIMEOUT_MS);
  await page.reload();
  const shots: Buffer[] = [];
  for (const messages of ["discord-message", ".tg-message"]) {
    const last = page.locator(messages).last();
    await last.waitFor();
    await page.waitForFunction(() => document.querySelector(".fresh") === null);
    shots.push(await last.screenshot());
  }
  await sideBySide(browser, shots, join(DOCS, pictureOf(event)));
}

async function send({ deliveries }: Sandbox, event: string, payload: JsonObject): Promise<void> {
  await deliveries.send({ event, payload, label: "for its picture" });
}

/** So that no two pictures share a subject. */
function inRepository(payload: JsonObject, id: number): JsonObject {
  const { repository } = payload as { repository?: { id?: number } };
  if (repository?.id === undefined) return payload;
  const text = JSON.stringify(payload).replaceAll(`"id":${repository.id}`, `"id":${id}`);
  return JSON.parse(text) as JsonObject;
}

async function sideBySide(browser: Browser, shots: readonly Buffer[], path: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 600 } });
  const images = shots.map(
    (shot) => `<img src="data:image/png;base64,${shot.toString("base64")}">`,
  );
  await page.setContent(
    `<style>body{margin:0}main{display:grid;grid-template-columns:1fr 1fr;gap:16px;padding:8px;
     align-items:start;background:#fff}img{max-width:100%}</style><main>${images.join("")}</main>`,
  );
  await page.locator("main").screenshot({ path });
  await page.close();
}
