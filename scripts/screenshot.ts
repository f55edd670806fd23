// Makes the picture in the README from the running product: `npm run screenshot`.
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { chromium } from "playwright-core";
import { settled } from "../sandbox/expectations.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { pullRequestStory } from "../sandbox/stories/pull-request.ts";
import { workflowStory } from "../sandbox/stories/workflow.ts";

const PICTURE = join(import.meta.dirname, "..", "docs", "images", "sandbox.png");
const QUIET_MS = 2_500;
const TIMEOUT_MS = 60_000;

const sandbox = await startSandbox();
try {
  const { discord, telegram } = sandbox.platforms;
  await sandbox.play(workflowStory, 500);
  await sandbox.play(pullRequestStory, 500);
  await settled([discord.log, telegram.log], QUIET_MS, TIMEOUT_MS);
  await takePicture(sandbox.url);
  console.log(`Wrote ${PICTURE}`);
} finally {
  await sandbox.stop();
}

async function takePicture(url: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
    });
    await page.goto(url);
    await page.locator("discord-message").first().waitFor();
    await page.locator(".tg-message").first().waitFor();
    // Until what is new has stopped being highlighted.
    await page.waitForFunction(() => document.querySelector(".fresh") === null);
    await mkdir(dirname(PICTURE), { recursive: true });
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}
