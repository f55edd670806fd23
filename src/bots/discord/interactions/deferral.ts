import { commandAt } from "../../../commands/registry.ts";
import { answersChat } from "../../../commands/define.ts";
import type { Invocation } from "../../../commands/invocation.ts";
import type { Answer } from "../../../commands/reply.ts";
import { answerMessage, ResponseKind } from "./answer.ts";
import { EPHEMERAL, type Interaction, InteractionKind } from "./payload.ts";

/**
 * What is promised when an answer takes long: a change of the question whose button was pressed, or a message that
 * everybody or one person will see. An edit cannot change who sees a message, so that is decided here.
 */
export type Deferral = "question" | "everybody" | "person";

/** How the answer comes after a deferral. */
export interface Completion {
  /** `edit`: what was promised; `instead`: that goes, a message comes in its place; `besides`: it stays. */
  how: "edit" | "instead" | "besides";
  body: Record<string, unknown>;
}

export function deferralOf(interaction: Interaction, { path, args }: Invocation): Deferral {
  if (isQuestion(interaction)) return "question";
  const command = commandAt(path);
  return command !== undefined && answersChat(command, args) ? "everybody" : "person";
}

export function deferred(deferral: Deferral): object {
  if (deferral === "question") return { type: ResponseKind.deferredUpdate };
  const data = deferral === "person" ? { flags: EPHEMERAL } : {};
  return { type: ResponseKind.deferredMessage, data };
}

/** Whoever may see what was promised, the answer is seen by nobody but those it is for. */
export function completionOf(deferral: Deferral, answer: Answer): Completion {
  const { flags, ...body } = answerMessage(answer);
  const anew = { ...body, ...(flags === undefined ? {} : { flags }) };
  if (deferral === "question") {
    return answer.replacesQuestion === true
      ? { how: "edit", body }
      : { how: "besides", body: anew };
  }
  const isAsPromised = (deferral === "person") === (answer.audience === "person");
  return isAsPromised ? { how: "edit", body } : { how: "instead", body: anew };
}

/** A press on a private question of ours, whose message the answer may take the place of. */
export function isQuestion({ type, message }: Interaction): boolean {
  return type === InteractionKind.component && ((message?.flags ?? 0) & EPHEMERAL) !== 0;
}
