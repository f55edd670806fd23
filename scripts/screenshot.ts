// Makes the picture in the README from the running product: `npm run screenshot`.
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { settled } from "../sandbox/expectations.ts";
import { startSandbox } from "../sandbox/sandbox.ts";
import { pullRequestStory } from "../sandbox/stories/pull-request.ts";
import type { Story } from "../sandbox/stories/story.ts";
import { workflowStory } from "../sandbox/stories/workflow.ts";
import { launchChromium } from "./browser.ts";

const PICTURE = join(import.meta.dirname, "..", "docs", "images", "sandbox.png");
const QUIET_MS = 2_500;
const TIMEOUT_MS = 60_000;

/** The pull request approved and green, with everything that can still be done about it. */
const almostMerged: Story = {
  ...pullRequestStory,
  steps: (play) => pullRequestStory.steps(play).slice(0, -1),
};

const sandbox = await startSandbox();
try {
  const { discord, telegram } = sandbox.platforms;
  await sandbox.play(workflowStory, 500);
  await sandbox.play(almostMerged, 500);
  await settled([discord.log, telegram.log], QUIET_MS, TIMEOUT_MS);
  await takePicture(sandbox.url);
  console.log(`Wrote ${PICTURE}`);
} finally {
  await sandbox.stop();
}

async function takePicture(url: string): Promise<void> {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
      colorScheme: "light",
    });
    await page.goto(url);
    await page.locator("discord-message").first().waitFor();
    await page.locator(".tg-message").first().waitFor();
    await showCard(page, "discord-message");
    await showCard(page, ".tg-message");
    // Until what is new has stopped being highlighted.
    await page.waitForFunction(() => document.querySelector(".fresh") === null);
    await mkdir(dirname(PICTURE), { recursive: true });
    await page.screenshot({ path: PICTURE });
  } finally {
    await browser.close();
  }
}

/** Scrolls to the message that tells the whole story of the pull request. */
async function showCard(page: Page, messages: string): Promise<void> {
  const card = page
    .locator(messages)
    .filter({ hasText: "keep-warm" })
    .filter({ hasText: "Labels" });
  await card.first().evaluate((element) => element.scrollIntoView({ block: "start" }));
}
