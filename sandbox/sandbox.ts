import { type Changes, createChanges } from "./changes.ts";
import { createDeliveries, type Deliveries } from "./deliveries.ts";
import { createPlatforms, nextPlayIn, type Platforms } from "./platforms.ts";
import { createSandboxServer } from "./server/app.ts";
import { frontDoor } from "./server/front-door.ts";
import { type Fetching, freePort, serve } from "./server/node-http.ts";
import { play } from "./story-player.ts";
import type { Story } from "./stories/story.ts";
import {
  type Addresses,
  makeSecrets,
  prepareRunFolder,
  type Secrets,
  workerSettings,
} from "./worker-config.ts";
import { startWorker, type WorkerProcess } from "./worker-process.ts";

export const PREFERRED_PORT = 8790;

/** The whole product on this machine: the Worker, the stand-ins it talks to, and the page. */
export interface Sandbox {
  /** The page. */
  url: string;
  /** Set when the preferred port was taken. */
  portWasTaken: boolean;
  worker: WorkerProcess;
  logFile: string;
  platforms: Platforms;
  deliveries: Deliveries;
  /** Sends a story's webhooks one after the other. */
  play(story: Story, pauseMs: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startSandbox(): Promise<Sandbox> {
  const secrets = makeSecrets();
  const ports = await openPorts();
  const { at } = ports;
  const platforms = await createPlatforms(secrets, at);
  const changes = createChanges();
  const deliveries = gitHubsDeliveries(platforms, secrets, at, changes);
  const run = await prepareRunFolder(workerSettings(secrets, at, platforms.discord));
  const app = createSandboxServer({ platforms, deliveries, changes });
  ports.answerWith((request) => app.fetch(request));

  const cleanUp = async () => {
    await ports.close();
    await run.remove();
  };
  const started = await startWorker(run, ports.worker).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  return {
    url: ports.url,
    portWasTaken: ports.portWasTaken,
    worker: started,
    logFile: run.log,
    platforms,
    deliveries,
    play: (story, pauseMs) => play(story, deliveries, pauseMs, nextPlayIn(platforms)),
    async stop() {
      await started.stop();
      await cleanUp();
    },
  };
}

/** The page with the stand-ins behind it, and the Worker's front door, before anything answers there. */
async function openPorts() {
  const worker = await freePort();
  const workerUrl = `http://127.0.0.1:${worker}`;
  // The stand-ins need to know their own address, which is known once the server listens.
  const handler = Promise.withResolvers<Fetching>();
  const page = await serve(async (request) => (await handler.promise)(request), PREFERRED_PORT);
  const url = `http://127.0.0.1:${page.port}`;
  const door = await serve(frontDoor(workerUrl, url), 0);
  const at: Addresses = {
    worker: workerUrl,
    frontDoor: `http://127.0.0.1:${door.port}`,
    discordApi: `${url}/discord/api/v10`,
    telegramApi: `${url}/telegram`,
    githubApi: `${url}/github-api`,
    github: `${url}/github`,
  };
  return {
    worker,
    url,
    at,
    portWasTaken: page.port !== PREFERRED_PORT,
    answerWith: handler.resolve,
    close: async () => {
      await Promise.all([page.close(), door.close()]);
    },
  };
}

/** Deliveries as the stand-in GitHub makes them: what is sent is what it holds, and what is done there is sent. */
function gitHubsDeliveries(
  { github }: Platforms,
  { webhookSecret }: Secrets,
  at: Addresses,
  changes: Changes,
): Deliveries {
  const deliveries = createDeliveries({ url: `${at.worker}/webhook`, secret: webhookSecret });
  github.onWebhook(({ event, payload, hooks }) => {
    const webhook = { event, payload, label: "sent by the stand-in GitHub" };
    for (const hook of hooks) void deliveries.send({ ...webhook, to: hook });
    // A new hook's ping concerns that hook alone.
    if (event !== "ping") void deliveries.send(webhook);
    changes.announce();
  });
  return {
    ...deliveries,
    send(webhook) {
      const payload = atHome(webhook.payload, at);
      github.learn({ event: webhook.event, payload });
      changes.announce();
      return deliveries.send({ ...webhook, payload });
    },
  };
}

/** The payload as the stand-in would have sent it: its links lead to the stand-in's own pages. */
function atHome(payload: object, { github, githubApi }: Addresses): object {
  const text = JSON.stringify(payload)
    .replaceAll("https://github.com/", `${github}/`)
    .replaceAll("https://api.github.com/", `${githubApi}/`);
  const moved: object = JSON.parse(text);
  return moved;
}
