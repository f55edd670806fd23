import { verifyKey } from "discord-interactions";
import { Hono } from "hono";
import { CONFIRM, CONTINUE, runCommand } from "../../../commands/run.ts";
import type { Invocation } from "../../../commands/invocation.ts";
import {
  type Answer,
  type Form,
  privately,
  replaced,
  type Reply,
} from "../../../commands/reply.ts";
import type { CommandServices, PendingUse } from "../../../commands/services.ts";
import type { InteractionWebhook } from "../../../domain/private-line.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { answerMessage, formModal, ResponseKind } from "./answer.ts";
import { autocompleteAnswer } from "./autocomplete.ts";
import {
  type Completion,
  completionOf,
  type Deferral,
  deferralOf,
  deferred,
  isQuestion,
} from "./deferral.ts";
import { invocationOf, webhookOf } from "./invocation.ts";
import { linksOf } from "./links.ts";
import { Interaction, InteractionKind, messageOf, Ping, withoutNulls } from "./payload.ts";

/** Discord waits 3 s for the first answer; what takes longer than this (ms) is deferred. */
const PATIENCE_MS = 2_000;
/** Signed requests older or newer than this (s) are a replay. */
const FRESH_SECONDS = 300;
const BODY_LIMIT = 1_000_000;

export interface DiscordInteractionDeps {
  /** Hex; absent: nobody is believed. */
  publicKey: string | undefined;
  services: CommandServices;
  translate: (locale: string) => Promise<Translate>;
  /** Completes a deferred answer at the application's webhook. */
  followUp: (webhook: InteractionWebhook, completion: Completion) => Promise<void>;
  /** A message of a channel; undefined where there is none or the bot may not see it. */
  readMessage: (channelId: string, messageId: string) => Promise<unknown>;
  now: () => number;
}

/** `POST /discord/interactions`: verified on the bytes before anything is parsed. */
export function discordInteractions(deps: DiscordInteractionDeps): Hono {
  const app = new Hono();
  app.post("/", async (c) => {
    const bytes = await c.req.arrayBuffer();
    if (bytes.byteLength > BODY_LIMIT) return c.json({ error: "too large" }, 413);
    if (!(await isFromDiscord(c.req.raw.headers, bytes, deps.publicKey, deps.now()))) {
      return c.json({ error: "invalid request signature" }, 401);
    }
    const json = jsonOf(bytes);
    if (Ping.safeParse(json).success) return c.json({ type: ResponseKind.pong });
    const parsed = Interaction.safeParse(json);
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
  if (interaction.type === InteractionKind.autocomplete) {
    const nothing = { type: ResponseKind.choices, data: { choices: [] } };
    return { now: (await within(autocompleteAnswer(interaction, deps.services))) ?? nothing };
  }
  const invocation = inThread(invocationOf(interaction, deps.services.githubUrl), deps);
  const t = await deps.translate(invocation.locale);
  const running = runCommand(invocation, deps.services, t);
  const reply = await within(running);
  if (reply !== undefined) return { now: await firstAnswer(interaction, reply, t, deps) };
  const deferral = deferralOf(interaction, invocation);
  const answering = { running, deferral, t };
  return { now: deferred(deferral), after: complete(interaction, answering, deps) };
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
  t: Translate,
  deps: DiscordInteractionDeps,
): Promise<object> {
  if (reply.type === "answer") {
    const replaces = reply.replacesQuestion === true && isQuestion(interaction);
    return {
      type: replaces ? ResponseKind.update : ResponseKind.message,
      data: answerMessage(reply),
    };
  }
  try {
    const data = formModal(reply, await keptId(interaction, reply, deps));
    return { type: ResponseKind.modal, data };
  } catch (error) {
    return { type: ResponseKind.message, data: answerMessage(unkept(error, t)) };
  }
}

/** Where its form cannot be kept, nothing of a use has happened yet. */
function unkept(error: unknown, t: Translate): Answer {
  logWarning("discord form not kept", { error: describeError(error) });
  return privately(t("commands.failed"));
}

interface Answering {
  running: Promise<Reply>;
  deferral: Deferral;
  t: Translate;
}

async function complete(
  interaction: Interaction,
  { running, deferral, t }: Answering,
  deps: DiscordInteractionDeps,
): Promise<void> {
  const to = webhookOf(interaction);
  const reply = await running;
  const answer = reply.type === "form" ? await offered(interaction, reply, t, deps) : reply;
  const failed = (error: unknown) =>
    logWarning("discord follow-up failed", { error: describeError(error) });
  try {
    await deps.followUp(to, completionOf(deferral, answer));
  } catch (error) {
    failed(error);
    // Whatever Discord did not take, this it may: nobody is left to wait for an answer that does not come.
    const instead = privately(t("commands.answer_lost"));
    await deps.followUp(to, completionOf(deferral, instead)).catch(failed);
  }
}

/** A modal cannot follow a deferral, so a form that came late is offered as a button. */
async function offered(
  interaction: Interaction,
  form: Form,
  t: Translate,
  deps: DiscordInteractionDeps,
): Promise<Answer> {
  const kept = { path: CONTINUE, args: { form: JSON.stringify(form) } };
  try {
    const payload = await keep(interaction, kept, deps);
    const label = t("commands.continue");
    const action = { type: "command", label, command: CONTINUE, payload } as const;
    return replaced(privately(form.title, [action]));
  } catch (error) {
    return unkept(error, t);
  }
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

async function isFromDiscord(
  headers: Headers,
  bytes: ArrayBuffer,
  publicKey: string | undefined,
  now: number,
): Promise<boolean> {
  if (publicKey === undefined) return false;
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
