import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { pullRequestStory } from "../../sandbox/stories/pull-request.ts";
import { pushStory } from "../../sandbox/stories/push.ts";
import type { RunningWorker } from "./runtime.ts";

export const SECRET = "It's a Secret to Everybody";
const STARTED_AT = Date.UTC(2026, 0, 1);

/** What the story adds to a number to make the id. */
const PULL_REQUEST_ID = 279_147_000;

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface SignedEvent {
  number: number;
  body: Buffer;
  headers: Record<string, string>;
}

const [TEMPLATE] = pushStory.steps({ number: 0, startedAt: STARTED_AT });
const PUSH = JSON.stringify(TEMPLATE?.payload);

let numbers = 0;

/** What tells one event from the next, in its first commit's message. */
export const markOf = (number: number): string => `timer (#${number})`;

/** A push of three commits, 7.5 kB, as GitHub sends and signs it; no two are alike. */
export function nextPush(): SignedEvent {
  numbers += 1;
  return signed(numbers, PUSH.replaceAll(markOf(0), markOf(numbers)));
}

/** The story's branch: one that had thousands of pull requests would be slow to fold. */
const BRANCH = "keep-warm";
const [OPENED] = pullRequestStory.steps({ number: 1_000_000, startedAt: STARTED_AT });
const PULL_REQUEST = JSON.stringify(OPENED?.payload);

/** A pull request that was opened, with a description of a few lines; each is another one, of another branch. */
export function nextPullRequest(): SignedEvent {
  numbers += 1;
  const number = 1_000_000 + numbers;
  const body = PULL_REQUEST.replaceAll("1000000", String(number))
    .replaceAll(String(PULL_REQUEST_ID + 1_000_000), String(PULL_REQUEST_ID + number))
    .replaceAll(BRANCH, `${BRANCH}-${number}`);
  return signed(numbers, body, "pull_request");
}

/** A push whose body has so many bytes: a long list of commits. */
export function hugePush(bytes: number): SignedEvent {
  numbers += 1;
  const payload = { ...TEMPLATE?.payload };
  const commits = Array.isArray(payload["commits"]) ? payload["commits"] : [];
  const one = JSON.stringify(commits[0]).length + 1;
  const more = Math.floor((bytes - JSON.stringify(payload).length) / one);
  payload["commits"] = [...commits, ...Array.from({ length: more }, () => commits[0] ?? null)];
  return signed(numbers, JSON.stringify(payload));
}

function signed(number: number, text: string, event = "push"): SignedEvent {
  const body = Buffer.from(text);
  const mac = createHmac("sha256", SECRET).update(body).digest("hex");
  return {
    number,
    body,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": `sha256=${mac}`,
    },
  };
}

/** Sends a webhook; anything but 202 is an error. */
export async function deliver({ url }: RunningWorker, event: SignedEvent): Promise<void> {
  const status = await post(new URL("/webhook", url), event.body, event.headers);
  if (status.code !== 202) throw new Error(`webhook refused: ${status.code} ${status.text}`);
}

/** Hands the consumer one batch; a message that is not acknowledged is an error. */
export async function consume({ url }: RunningWorker, messages: readonly unknown[]): Promise<void> {
  const body = Buffer.from(JSON.stringify(messages));
  const { code, text } = await post(new URL("/bench/consume", url), body, {});
  if (code !== 200 || text !== "0") throw new Error(`consumer failed: ${code} ${text}`);
}

function post(
  url: URL,
  body: Buffer,
  headers: Record<string, string>,
): Promise<{ code: number; text: string }> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": String(body.length) };
    const sent = request(String(url), {
      method: "POST",
      agent,
      headers: { ...headers, ...length },
    });
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ code: response.statusCode ?? 0, text }));
    });
    sent.end(body);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
