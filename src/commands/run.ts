import { UserError } from "../domain/user-error.ts";
import { isMessageKey, type Translate } from "../i18n/translate.ts";
import { describeError, logWarning } from "../observability/log.ts";
import { checkedArguments } from "./check-arguments.ts";
import { answersChat, type Command } from "./define.ts";
import { awayFromOthers } from "./go-on-in-private.ts";
import type { Invocation, Speaker } from "./invocation.ts";
import { commandAt, listedCommands } from "./registry.ts";
import { type Answer, Form, privately, replaced, type Reply } from "./reply.ts";
import type { CommandServices, PendingUse } from "./services.ts";
import { unknownCommand } from "./unknown.ts";
import { loginAnswer } from "./verbs/login.ts";

/** The path of the button under a question: its payload names a use that waits for this press. */
export const CONFIRM = "confirm";

/** The path of the button that opens a form which was ready too late to be the first answer. */
export const CONTINUE = "continue";

/** A platform repeats an update or interaction for at most a day. */
const REPEAT_SECONDS = 86_400;
/** Two presses of one button by one person within this are one. */
const DOUBLE_PRESS_SECONDS = 60;

/**
 * Runs one use of a command and always has an answer: what went wrong is said in the speaker's
 * language with what to do next. Never throws.
 */
export async function runCommand(
  invocation: Invocation,
  services: CommandServices,
  t: Translate,
): Promise<Reply> {
  try {
    const reply = await answer(invocation, services, t);
    const { speaker, platform, place } = invocation;
    if (speaker !== undefined && !place.isPrivate) {
      await services.seen({ platform, ...speaker }, place);
    }
    return reply;
  } catch (error) {
    return await failure(error, invocation, services, t);
  }
}

/** A UserError's sentence in the reader's language. */
export function sentence(error: UserError, t: Translate): string {
  return isMessageKey(error.key) ? t(error.key, error.params) : t("commands.failed");
}

/** What went wrong, with the way on as a button where there is one. */
async function failure(
  error: unknown,
  invocation: Invocation,
  services: CommandServices,
  t: Translate,
): Promise<Answer> {
  const { speaker, path } = invocation;
  if (!(error instanceof UserError)) {
    logWarning("command failed", { command: path, error: describeError(error) });
    return privately(t("commands.failed"));
  }
  if (error.key === "accounts.login_again" && speaker !== undefined) {
    return loginAnswer(invocation, speaker, services, t, "commands.login.again").catch(() =>
      privately(sentence(error, t)),
    );
  }
  const { ssoUrl } = error.params;
  if (error.key !== "github.saml" || typeof ssoUrl !== "string")
    return privately(sentence(error, t));
  // What follows the page's address is a request of this person's.
  const url = invocation.isOverheard ? ssoUrl.replace(/[?#].*$/s, "") : ssoUrl;
  return privately(sentence(new UserError(error.key, { ...error.params, ssoUrl: url }), t), [
    { type: "link", label: t("commands.sign_on"), url },
  ]);
}

async function answer(
  invocation: Invocation,
  services: CommandServices,
  t: Translate,
): Promise<Reply> {
  const { speaker, platform, id, path } = invocation;
  if (speaker === undefined) return withoutPerson(invocation, services, t);
  if (!(await services.mayProceed(`${platform}:${speaker.chatUserId}`))) {
    return privately(t("commands.too_fast"));
  }
  if (!(await services.once(`invocation:${platform}:${id}`, REPEAT_SECONDS))) {
    return privately(t("commands.already_done"));
  }
  if (path === CONTINUE) return keptForm(invocation, services, speaker);
  if (path !== CONFIRM) return perform(invocation, speaker, services, t);
  const use = await confirmed(invocation, services, speaker);
  // The question is answered either way: its button would do nothing any more.
  const reply = await perform(use, speaker, services, t).catch((error: unknown) =>
    failure(error, use, services, t),
  );
  return reply.type === "answer" ? replaced(reply) : reply;
}

async function perform(
  invocation: Invocation,
  speaker: Speaker,
  services: CommandServices,
  t: Translate,
): Promise<Reply> {
  const { path } = invocation;
  const command = commandAt(path);
  if (command === undefined) return privately(unknownCommand(path, listedCommands, t));
  const githubUserId = await linkedId(command, invocation, speaker, services);
  if (githubUserId === undefined) {
    return loginAnswer(invocation, speaker, services, t, "commands.login.first");
  }
  const args = checkedArguments(command, invocation.args);
  const elsewhere = awayFromOthers(command, { invocation, args, t });
  if (elsewhere !== undefined) return elsewhere;
  const said = answersChat(command, args) ? await chatsWords(invocation, services, t) : t;
  const run = () => command.run({ invocation, args, t: said, services, githubUserId });
  const press = pressOf(command, invocation, speaker);
  return press === undefined ? run() : oncePressed(press, run, services, t);
}

/** The speaker's words where nobody else listens, or the chat has no language of its own. */
async function chatsWords(
  { place }: Invocation,
  { chats, translatorFor }: CommandServices,
  t: Translate,
): Promise<Translate> {
  const lang = place.isPrivate ? undefined : await chats.lang(place.targetId);
  return lang === undefined ? t : translatorFor(lang);
}

async function withoutPerson(
  invocation: Invocation,
  services: CommandServices,
  t: Translate,
): Promise<Reply> {
  const command = commandAt(invocation.path);
  if (command?.needs !== "nobody") return privately(t("commands.nobody"));
  const args = checkedArguments(command, invocation.args);
  return command.run({ invocation, args, t, services, githubUserId: "" });
}

/** Names presses of one button by one person, where a press acts without asking back. */
function pressOf(
  command: Command,
  { pressKey, platform }: Invocation,
  { chatUserId }: Speaker,
): string | undefined {
  if (command.actsOnPress !== true || pressKey === undefined) return undefined;
  return `press:${platform}:${chatUserId}:${pressKey}`;
}

async function oncePressed(
  press: string,
  run: () => Promise<Reply>,
  services: CommandServices,
  t: Translate,
): Promise<Reply> {
  if (!(await services.once(press, DOUBLE_PRESS_SECONDS))) {
    return privately(t("commands.already_done"));
  }
  try {
    return await run();
  } catch (error) {
    // Nothing was done: who presses again means it.
    await services.notDone(press);
    throw error;
  }
}

/** The use that waited for this press: only for whoever was asked, where they were asked, once. */
async function confirmed(
  invocation: Invocation,
  services: CommandServices,
  speaker: Speaker,
): Promise<Invocation> {
  const pending = await takePending(invocation, services, speaker);
  const { id: _, ...words } = invocation.args;
  return { ...invocation, path: pending.path, args: { ...words, ...pending.args } };
}

async function keptForm(
  invocation: Invocation,
  services: CommandServices,
  speaker: Speaker,
): Promise<Form> {
  const { args } = await takePending(invocation, services, speaker);
  return Form.parse(JSON.parse(args["form"] ?? ""));
}

async function takePending(
  { platform, place, args }: Invocation,
  services: CommandServices,
  speaker: Speaker,
): Promise<PendingUse> {
  const owner = { platform, chatUserId: speaker.chatUserId, chatId: place.chatId };
  const pending = await services.pending.take(args["id"] ?? "", owner);
  if (pending === undefined) throw new UserError("commands.question_expired");
  return pending;
}

/** The speaker's GitHub id, "" where the command does not need it, undefined where it is missing. */
async function linkedId(
  command: Command,
  invocation: Invocation,
  speaker: Speaker,
  services: CommandServices,
): Promise<string | undefined> {
  if (command.needs !== "linked") return "";
  const linked = await services.accounts.linked({ platform: invocation.platform, ...speaker });
  return linked?.githubUserId;
}
