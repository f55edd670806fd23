import type { CommandUse } from "./define.ts";
import { keptButton } from "./group-use.ts";
import type { Speaker } from "./invocation.ts";
import type { Answer } from "./reply.ts";
import type { PendingUse } from "./services.ts";
import { loginAnswer } from "./verbs/login.ts";

/** The start of a login for somebody who came for something else, with the way on to it. */
export async function linkFirst(
  use: CommandUse,
  speaker: Speaker,
  onwards: PendingUse,
): Promise<Answer> {
  const { invocation, services, t } = use;
  const answer = await loginAnswer(invocation, speaker, services, t, "commands.login.first");
  // Where others listen, it only points to the private chat: there it begins anew.
  if (invocation.isOverheard) return { ...answer, resume: onwards };
  const button = await keptButton(use, t("setup.continue"), onwards);
  return { ...answer, actions: [...(answer.actions ?? []), button] };
}
