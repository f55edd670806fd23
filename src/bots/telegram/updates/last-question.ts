import type { Invocation } from "../../../commands/invocation.ts";
import type { CommandServices, UseOwner } from "../../../commands/services.ts";
import { UserError } from "../../../domain/user-error.ts";
import { describeError, logWarning } from "../../../observability/log.ts";

/** The question that is the last thing said in a private chat: words without a reply answer it, and no other. */
export const lastQuestionId = (chatId: string): string => `telegram:${chatId}:last`;

/** In the place of a question, while they cannot be looked up. */
export const UNREAD: unique symbol = Symbol("unread");
export type LastQuestion = string | typeof UNREAD | undefined;

type Pending = CommandServices["pending"];

/** Keeps which question was asked last. */
export async function keepLastQuestion(pending: Pending, owner: UseOwner, id: string) {
  await pending.put({ path: "answer", args: { id } }, owner, lastQuestionId(owner.chatId));
}

/** Which it is, `unread` while nobody can tell. From now on it is none: whatever is said or pressed comes after it. */
export async function takeLastQuestion(
  { speaker, place, platform }: Invocation,
  pending: Pending,
): Promise<LastQuestion> {
  if (speaker === undefined || !place.isPrivate) return undefined;
  const { chatId } = place;
  const owner = { platform, chatUserId: speaker.chatUserId, chatId };
  try {
    return (await pending.take(lastQuestionId(chatId), owner))?.args["id"];
  } catch (error) {
    // Where nothing can be kept at all, nothing was.
    if (error instanceof UserError) return undefined;
    logWarning("telegram last question unknown", { error: describeError(error) });
    return UNREAD;
  }
}
