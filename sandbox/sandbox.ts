import { createDeliveries, type Deliveries } from "./deliveries.ts";
import { createPlatforms, type Platforms } from "./platforms.ts";
import { createSandboxServer } from "./server/app.ts";
import { freePort, serve } from "./server/node-http.ts";
import { play } from "./story-player.ts";
import type { Story } from "./stories/story.ts";
import { makeSecrets, prepareRunFolder, workerSettings } from "./worker-config.ts";
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
  const workerPort = await freePort();
  const worker = `http://127.0.0.1:${workerPort}`;
  const deliveries = createDeliveries(() => `${worker}/webhook`, secrets.webhookSecret);

  // The stand-ins need to know their own address, which is known once the server listens.
  const handler = Promise.withResolvers<(request: Request) => Response | Promise<Response>>();
  const server = await serve(async (request) => (await handler.promise)(request), PREFERRED_PORT);
  const url = `http://127.0.0.1:${server.port}`;
  const at = {
    worker,
    discordApi: `${url}/discord/api/v10`,
    telegramApi: `${url}/telegram`,
    githubApi: `${url}/github-api`,
    github: `${url}/github`,
  };
  const platforms = await createPlatforms(secrets, at);
  const run = await prepareRunFolder(workerSettings(secrets, at, platforms.discord));
  const app = createSandboxServer({ platforms, deliveries });
  // What people do on GitHub from the chats comes back as webhooks, as it would from GitHub.
  platforms.github.onWebhook(
    ({ event, payload }) =>
      void deliveries.send({ event, payload, label: "sent by the stand-in GitHub" }),
  );
  handler.resolve((request) => app.fetch(request));

  const cleanUp = async () => {
    await server.close();
    await run.remove();
  };
  const started = await startWorker(run, workerPort).catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  return {
    url,
    portWasTaken: server.port !== PREFERRED_PORT,
    worker: started,
    logFile: run.log,
    platforms,
    deliveries,
    play: (story, pauseMs) => play(story, deliveries, pauseMs),
    async stop() {
      await started.stop();
      await cleanUp();
    },
  };
}
