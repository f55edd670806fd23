import { verifyKey } from "discord-interactions";
import { Hono } from "hono";
import { CONFIRM, CONTINUE, runCommand } from "../../../commands/run.ts";
import type { Invocation } from "../../../commands/invocation.ts";
import type { Answer, Form, Reply } from "../../../commands/reply.ts";
import type { CommandServices, PendingUse } from "../../../commands/services.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { answerMessage, formModal, ResponseKind } from "./answer.ts";
import { autocompleteAnswer } from "./autocomplete.ts";
import { invocationOf } from "./invocation.ts";
import { linksOf } from "./links.ts";
import { EPHEMERAL, Interaction, InteractionKind, messageOf, withoutNulls } from "./payload.ts";

/** Discord waits 3 s for the first answer; what takes longer than this (ms) is deferred. */
const PATIENCE_MS = 2_000;
/** Signed requests older or newer than this (s) are a replay. */
const FRESH_SECONDS = 300;
const BODY_LIMIT = 1_000_000;

export interface DiscordInteractionDeps {
  /** Hex; absent: the endpoint is off. */
  publicKey: string | undefined;
  services: CommandServices;
  translate: (locale: string) => Promise<Translate>;
  /** Completes a deferred answer at the application's webhook. */
  followUp: (
    interaction: { applicationId: string; token: string },
    body: Record<string, unknown>,
  ) => Promise<void>;
  /** A message of a channel; undefined where there is none or the bot may not see it. */
  readMessage: (channelId: string, messageId: string) => Promise<unknown>;
  now: () => number;
}

/** `POST /discord/interactions`: verified on the bytes before anything is parsed. */
export function discordInteractions(deps: DiscordInteractionDeps): Hono {
  const app = new Hono();
  app.post("/", async (c) => {
    if (deps.publicKey === undefined)
      return c.json({ error: "DISCORD_PUBLIC_KEY is not set" }, 503);
    const bytes = await c.req.arrayBuffer();
    if (bytes.byteLength > BODY_LIMIT) return c.json({ error: "too large" }, 413);
    if (!(await isFromDiscord(c.req.raw.headers, bytes, deps.publicKey, deps.now()))) {
      return c.json({ error: "invalid request signature" }, 401);
    }
    const parsed = Interaction.safeParse(jsonOf(bytes));
    if (!parsed.success) return c.json({ error: "unreadable interaction" }, 400);
    const { now, after } = await respond(parsed.data, deps);
    if (after !== undefined) c.executionCtx.waitUntil(after);
    return c.json(now);
  });
  return app;
}

interface Response3s {
  now: object;
  after?: Promise<void>;
}

async function respond(
  interaction: Interaction,
  deps: DiscordInteractionDeps,
): Promise<Response3s> {
  if (interaction.type === InteractionKind.ping) return { now: { type: ResponseKind.pong } };
  if (interaction.type === InteractionKind.autocomplete) {
    const nothing = { type: ResponseKind.choices, data: { choices: [] } };
    return { now: (await within(autocompleteAnswer(interaction, deps.services))) ?? nothing };
  }
  const invocation = inThread(invocationOf(interaction, deps.services.githubUrl), deps);
  const t = await deps.translate(invocation.locale);
  const running = runCommand(invocation, deps.services, t);
  const reply = await within(running);
  if (reply !== undefined) return { now: await firstAnswer(interaction, reply, deps) };
  const now = isQuestion(interaction)
    ? { type: ResponseKind.deferredUpdate }
    : { type: ResponseKind.deferredMessage, data: { flags: EPHEMERAL } };
  return { now, after: complete(interaction, running, t, deps) };
}

/** A thread that was begun from a message has that message's id, and is about what it shows. */
function inThread(
  invocation: Invocation,
  { readMessage }: Pick<DiscordInteractionDeps, "readMessage">,
): Invocation {
  const { chatId, threadId } = invocation.place;
  if (threadId === undefined) return invocation;
  const threadLinks = async (): Promise<readonly string[]> => {
    // A post of a forum has its first message in itself.
    const body = (await readMessage(chatId, threadId)) ?? (await readMessage(threadId, threadId));
    const message = messageOf(body);
    return message === undefined ? [] : linksOf(message);
  };
  return { ...invocation, threadLinks };
}

async function firstAnswer(
  interaction: Interaction,
  reply: Reply,
  deps: DiscordInteractionDeps,
): Promise<object> {
  if (reply.type === "answer") {
    const replaces = reply.replacesQuestion === true && isQuestion(interaction);
    return {
      type: replaces ? ResponseKind.update : ResponseKind.message,
      data: answerMessage(reply),
    };
  }
  return {
    type: ResponseKind.modal,
    data: formModal(reply, await keptId(interaction, reply, deps)),
  };
}

/** A modal cannot follow a deferral, so a form that came late is offered as a button. */
async function complete(
  interaction: Interaction,
  running: Promise<Reply>,
  t: Translate,
  deps: DiscordInteractionDeps,
): Promise<void> {
  const to = { applicationId: interaction.application_id, token: interaction.token };
  try {
    const reply = await running;
    if (reply.type === "form") {
      const kept = { path: CONTINUE, args: { form: JSON.stringify(reply) } };
      const payload = await keep(interaction, kept, deps);
      const action = {
        type: "command",
        label: t("commands.continue"),
        command: CONTINUE,
        payload,
      } as const;
      const offer = {
        type: "answer",
        audience: "person",
        text: reply.title,
        actions: [action],
      } as const;
      return await deps.followUp(to, completion(offer));
    }
    await deps.followUp(to, completion(reply));
  } catch (error) {
    logWarning("discord follow-up failed", { error: describeError(error) });
  }
}

/** Whether an answer is private was decided when it was deferred: an edit cannot carry that flag. */
function completion(answer: Answer): Record<string, unknown> {
  const { flags: _, ...body } = answerMessage(answer);
  return body;
}

function keptId(
  interaction: Interaction,
  form: Form,
  deps: DiscordInteractionDeps,
): Promise<string> | undefined {
  if (formModal(form)["custom_id"] !== "") return undefined;
  const use = { path: form.path, args: form.args };
  return keep(interaction, use, deps).then((id) => `form:${CONFIRM}:id=${id}`);
}

function keep(
  interaction: Interaction,
  use: PendingUse,
  deps: DiscordInteractionDeps,
): Promise<string> {
  const { speaker, place, platform } = invocationOf(interaction, deps.services.githubUrl);
  const owner = { platform, chatUserId: speaker?.chatUserId ?? "", chatId: place.chatId };
  return deps.services.pending.put(use, owner);
}

/** A press on a private question of ours, whose message the answer may take the place of. */
function isQuestion({ type, message }: Interaction): boolean {
  return type === InteractionKind.component && ((message?.flags ?? 0) & EPHEMERAL) !== 0;
}

async function isFromDiscord(
  headers: Headers,
  bytes: ArrayBuffer,
  publicKey: string,
  now: number,
): Promise<boolean> {
  const signature = headers.get("X-Signature-Ed25519");
  const timestamp = headers.get("X-Signature-Timestamp");
  if (signature === null || timestamp === null || !/^\d{1,12}$/.test(timestamp)) return false;
  if (!(await verifyKey(bytes, signature, timestamp, publicKey))) return false;
  return Math.abs(now / 1000 - Number(timestamp)) <= FRESH_SECONDS;
}

function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    return withoutNulls(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

async function within<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
