// Drives the sandbox's page in a real browser: `npm run smoke`.
import assert from "node:assert/strict";
import type { BrowserContext, Page } from "playwright-core";
import { type Sandbox, startSandbox } from "../sandbox/sandbox.ts";
import { REPOSITORY } from "../sandbox/stories/forge.ts";
import { openPullRequestStory } from "../sandbox/stories/open-pull-request.ts";
import { launchChromium } from "./browser.ts";

/** For one step on the page, on a busy machine. */
const PATIENCE_MS = 20_000;
const STORY_PAUSE_MS = 150;
const MESSAGES = { discord: "#discord discord-message", telegram: "#telegram .tg-message" };
const TITLE = "Whistle a tune when the water boils";

process.exitCode = await smoke();

async function smoke(): Promise<number> {
  const started = Date.now();
  let sandbox: Sandbox | undefined;
  let step = "start the browser";
  const tell = (next: string): void => {
    step = next;
    console.log(`${((Date.now() - started) / 1000).toFixed(1).padStart(5)} s  ${next}`);
  };
  const browser = await launchChromium().catch((error: Error) => console.error(error.message));
  if (!browser) return 1;
  try {
    tell("start the product");
    sandbox = await startSandbox();
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.setDefaultTimeout(PATIENCE_MS);
    await walk(await context.newPage(), context, sandbox, tell);
    tell("all as expected");
    return 0;
  } catch (error) {
    console.error(
      `\nFailed to ${step}:\n${error instanceof Error ? error.message : String(error)}`,
    );
    console.error(`\nThe Worker's last lines:\n${await sandbox?.worker.tail()}`);
    return 1;
  } finally {
    await browser.close();
    await sandbox?.stop();
  }
}

async function walk(
  page: Page,
  context: BrowserContext,
  sandbox: Sandbox,
  tell: (step: string) => void,
): Promise<void> {
  const failures: string[] = [];
  page.on("pageerror", (error) => failures.push(error.message));
  const { github } = sandbox.platforms;

  tell("open the page and play a story");
  await page.goto(sandbox.url);
  await sandbox.play(openPullRequestStory, STORY_PAUSE_MS);
  await card(page, "discord").waitFor();
  await card(page, "telegram").waitFor();
  const thread = github.repository(REPOSITORY).threads.find(({ title }) => title === TITLE);
  assert(thread, "the stand-in GitHub has the story's pull request");

  tell("send an example");
  await page.locator("#search").fill("star created");
  await page.getByRole("button", { name: "Send signed" }).click();
  await page.locator("#discord").getByText("starred").first().waitFor();
  await page.locator("#telegram").getByText("starred").first().waitFor();

  tell("log in on Discord");
  await logInOnDiscord(page, context);
  tell("log in on Telegram");
  await logInOnTelegram(page, context);

  tell("refuse at GitHub, then another's code");
  await beRefused(page, context);

  await comment(page, tell);
  assert.deepEqual(
    thread.comments.map(({ body }) => body),
    ["Lovely tune, says Discord.", "Lovely tune, says Telegram.", "Plainly answered."],
  );

  tell("choose a command of the list, with a suggested value");
  await chooseCommand(page, thread.number);
  tell("meet a fault of GitHub");
  await meetFault(page);
  tell("be stopped by commits that arrive before the merge");
  await beOutrun(page, () => github.push(REPOSITORY, thread.number, "tomas"));
  tell("merge, asked once");
  await card(page, "discord").getByText("Merge", { exact: true }).click();
  await question(page).click();
  await card(page, "discord").filter({ hasText: "merged" }).waitFor();
  await card(page, "telegram").filter({ hasText: "merged" }).waitFor();
  assert.notEqual(thread.pull?.mergedAt, null, "the pull request is merged on GitHub");

  tell("see the effect in the GitHub panel");
  await page.getByRole("tab", { name: "GitHub" }).click();
  await page.locator("#github-view .state.merged").first().waitFor();

  tell("fit a phone");
  await page.setViewportSize({ width: 390, height: 844 });
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.equal(width, 390, "nothing stands out of a phone's page");
  assert.deepEqual(failures, [], "the page had no errors");
  assert.deepEqual(github.violations, [], "GitHub was asked only what it describes");
}

/** By a form, by a reply, and by the answer to a question. */
async function comment(page: Page, tell: (step: string) => void): Promise<void> {
  tell("comment by a form on Discord");
  await card(page, "discord").getByText("Comment", { exact: true }).click();
  await page.locator("dialog.form textarea").fill("Lovely tune, says Discord.");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.locator("#discord").getByText("Lovely tune, says Discord.").first().waitFor();

  tell("comment by a reply on Telegram");
  const message = card(page, "telegram");
  await message.hover();
  await message.getByRole("button", { name: "Reply" }).click();
  await write(page, "telegram", "/gh comment add Lovely tune, says Telegram.");
  await page.locator("#discord").getByText("Lovely tune, says Telegram.").first().waitFor();

  tell("answer the question of a button on Telegram");
  await message.getByRole("button", { name: "Comment" }).click();
  await page.locator(".replying", { hasText: "Comment on" }).waitFor();
  await write(page, "telegram", "Plainly answered.");
  await page.locator("#discord").getByText("Plainly answered.").first().waitFor();
}

/** The message about the pull request: not the replies to it, which have no labels. */
function card(page: Page, platform: "discord" | "telegram") {
  return page.locator(MESSAGES[platform]).filter({ hasText: TITLE }).filter({ hasText: "Labels" });
}

/** The button of a question that is still open. */
function question(page: Page) {
  return page.locator("discord-message.ephemeral discord-button", { hasText: "Squash and merge" });
}

/** Cancel leads to a page that says so; somebody else's code voids the sign-in. */
async function beRefused(page: Page, context: BrowserContext): Promise<void> {
  await page.locator("#discord-person").selectOption("tomas");
  const refused = await openSignIn(page, context);
  await refused.locator("form button").click();
  await refused.getByRole("button", { name: "Cancel" }).click();
  await refused.getByText("nothing was linked").waitFor();
  await refused.close();
  const tab = await throughGitHub(await openSignIn(page, context), "tomas");
  const code = (await tab.locator(".code").first().textContent())?.trim();
  await tab.close();
  await page.locator("#discord-person").selectOption("mei");
  await write(page, "discord", `/gh login code:${code}`);
  await page.locator("discord-message.ephemeral").first().waitFor();
  await page.locator("#discord-person").selectOption("tomas");
  await write(page, "discord", "/gh whoami");
  await page.locator("discord-message.ephemeral").getByText("not linked yet").waitFor();
  await page.locator("#discord-person").selectOption("lena");
}

async function chooseCommand(page: Page, number: number): Promise<void> {
  await page.locator("#discord-say input[name=text]").pressSequentially("/approve");
  await page.getByRole("option", { name: "/gh pr approve" }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("#discord-say input[name=ref]").pressSequentially(REPOSITORY);
  await page
    .getByRole("option", { name: `#${number}` })
    .first()
    .click();
  await page.locator("#discord-say .composer > button").click();
  await page.locator("discord-message.ephemeral").getByText("You approved").first().waitFor();
}

/** What was asked about an older commit is not merged. */
async function beOutrun(page: Page, push: () => void): Promise<void> {
  await card(page, "discord").getByText("Merge", { exact: true }).click();
  await question(page).waitFor();
  push();
  await question(page).click();
  await page.locator("discord-message.ephemeral").getByText("New commits arrived").waitFor();
}

async function meetFault(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Faults" }).click();
  await page.locator("#fault-platform").selectOption("github");
  await page.locator("#fault-kind").selectOption("saml");
  await page.getByRole("button", { name: "Fail the next requests" }).click();
  await page.locator("#active-faults", { hasText: "SAML" }).waitFor();
  await card(page, "discord").getByText("Merge", { exact: true }).click();
  await page.locator("discord-message.ephemeral").getByText("single sign-on").waitFor();
  await page.getByRole("button", { name: "Heal all" }).click();
}

async function write(page: Page, platform: "discord" | "telegram", text: string): Promise<void> {
  const input = page.locator(`#${platform}-say input[name=text]`);
  await input.fill(text);
  await input.press("Enter");
}

/** `/` lists the commands; the chosen one is sent; the link leads to GitHub and back to a code. */
async function logInOnDiscord(page: Page, context: BrowserContext): Promise<void> {
  const last = await throughGitHub(await openSignIn(page, context));
  const code = (await last.locator(".code").first().textContent())?.trim();
  await last.close();
  await write(page, "discord", `/gh login code:${code}`);
  await page.locator("discord-message.ephemeral").getByText("@lena").first().waitFor();
}

async function openSignIn(page: Page, context: BrowserContext): Promise<Page> {
  const links = page.locator("discord-message.ephemeral", { hasText: "Link GitHub" });
  const before = await links.count();
  await write(page, "discord", "/gh login");
  await links.nth(before).waitFor();
  const tab = context.waitForEvent("page");
  await links.nth(before).getByText("Link GitHub", { exact: true }).click();
  return await tab;
}

/** From the group to the private chat, to GitHub, and back by the link that Telegram opens. */
async function logInOnTelegram(page: Page, context: BrowserContext): Promise<void> {
  await write(page, "telegram", "/gh login");
  await page.locator("#telegram .key.link", { hasText: "Open the private chat" }).click();
  const tab = context.waitForEvent("page");
  await page.locator("#telegram .key.link", { hasText: "Link GitHub" }).click();
  const last = await throughGitHub(await tab);
  await last.locator("a.button").click();
  await last.getByRole("button", { name: "Open as Lena" }).click();
  await last.getByText("opened in the sandbox").waitFor();
  await last.close();
  await page.locator("#telegram").getByText("@lena").first().waitFor();
  await page.locator("#telegram-chat").selectOption({ index: 0 });
}

async function throughGitHub(tab: Page, login = "lena"): Promise<Page> {
  await tab.locator("form button").click();
  await tab.getByRole("button", { name: `Authorize as ${login}` }).click();
  await tab.locator(".code").first().waitFor();
  return tab;
}
