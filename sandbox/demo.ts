import { CHANNEL, GROUP_CHAT } from "./chats.ts";
import { missing, settled } from "./expectations.ts";
import { type Sandbox, startSandbox } from "./sandbox.ts";
import { pullRequestStory } from "./stories/pull-request.ts";
import { pushStory } from "./stories/push.ts";
import { workflowStory } from "./stories/workflow.ts";
import { nextPlay, play } from "./story-player.ts";
import { transcript } from "./transcript.ts";

const PAUSE_MS = 150;
const QUIET_MS = 1_000;
const TIMEOUT_MS = 60_000;

process.exitCode = await demo();

async function demo(): Promise<number> {
  console.log("Starting the Worker and the chats it writes to …");
  let sandbox: Sandbox;
  try {
    sandbox = await startSandbox();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 1;
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
    process.once(signal, () => process.exit(130));
  try {
    return await tell(sandbox);
  } catch (error) {
    console.error(`\n${error instanceof Error ? error.message : String(error)}`);
    console.error(`\nThe Worker's last lines:\n${await sandbox.worker.tail()}`);
    return 1;
  } finally {
    await sandbox.stop();
  }
}

/** Plays the stories, waits until the chats show how they end, and prints the chats. */
async function tell(sandbox: Sandbox): Promise<number> {
  const { discord, telegram } = sandbox.platforms;
  const plays = [pullRequestStory, workflowStory, pushStory].map((story) => ({
    story,
    as: nextPlay(),
  }));
  const count = plays.reduce((total, { story, as }) => total + story.steps(as).length, 0);
  console.log(`Sending ${count} signed webhooks of ${plays.length} stories …\n`);
  await Promise.all(plays.map(({ story, as }) => play(story, sandbox.deliveries, PAUSE_MS, as)));

  const expected = plays.flatMap(({ story, as }) => story.shows(as));
  const lacking = () => [
    ...missing(discord.log, expected).map((message) => `Discord lacks ${message}`),
    ...missing(telegram.log, expected).map((message) => `Telegram lacks ${message}`),
  ];
  const deadline = Date.now() + TIMEOUT_MS;
  do {
    await settled([discord.log, telegram.log], QUIET_MS, deadline - Date.now());
  } while (lacking().length > 0 && Date.now() < deadline);

  console.log(transcript(`Discord · #${CHANNEL.name}`, discord.log.messages()));
  console.log(`\n${transcript(`Telegram · ${GROUP_CHAT.title}`, telegram.log.messages())}\n`);
  const reasons = lacking();
  for (const reason of reasons) console.error(reason);
  if (reasons.length > 0) {
    console.error(`\nThe Worker's last lines:\n${await sandbox.worker.tail()}`);
    return 1;
  }
  console.log(
    `${count} webhooks became ${discord.log.messages().length} messages in Discord ` +
      `and ${telegram.log.messages().length} in Telegram, edited in place. All as expected.`,
  );
  return 0;
}
