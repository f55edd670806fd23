import { z } from "zod";
import type { QueueJob } from "../domain/queue-job.ts";
import { SHARED_ENDPOINT, type WebhookEvent } from "../domain/webhook-event.ts";
import { targetId } from "../domain/target.ts";
import type { GroupServices } from "../services/group-services.ts";
import type { Telling } from "../services/telling.ts";
import { parseEvent } from "../webhooks/providers/index.ts";
import type { Stores } from "./stores.ts";
import { say, type TellingDeps } from "./tellings.ts";

/** Events that change what is stored, besides being told. */
const FOLLOWED: readonly string[] = [
  "installation",
  "installation_repositories",
  "installation_target",
  "organization",
  "repository",
  "github_app_authorization",
];

const Revoked = z.object({ sender: z.object({ id: z.number() }) });

/**
 * Keeps bindings, rules and accounts true before an event is matched: a repository made private must
 * not be told of in a public chat once more. Throws where it cannot: the event is taken up again.
 */
export function createFollow(
  groups: GroupServices | undefined,
  { stores, telling, now }: { stores: Stores; telling: TellingDeps; now: () => number },
): (job: QueueJob) => Promise<void> {
  return async (job) => {
    if (job.type !== "event" || !("body" in job) || !FOLLOWED.includes(job.envelope.event)) return;
    const event = parseEvent(job.envelope, job.body);
    if ("unreadable" in event) return;
    await forgetRevoked(event, stores);
    if (groups === undefined) return;
    const tellings = [
      ...(await groups.installations.follow(event)),
      ...(await groups.repositoryChanges.follow(event)),
      ...(await groups.ownerChanges.follow(event)),
    ];
    await say(telling, await unsaid(tellings, stores, now));
  };
}

const DAY_MS = 86_400_000;

/** The same event comes again when it is redelivered, and by each hook that sends it. */
async function unsaid(
  tellings: readonly Telling[],
  { claims }: Stores,
  now: () => number,
): Promise<readonly Telling[]> {
  const isNew = async ({ onceKey, target }: Telling) =>
    onceKey === undefined ||
    (await claims.claim(`told:${onceKey}:${targetId(target)}`, now() + DAY_MS));
  const isUnsaid = await Promise.all(tellings.map(isNew));
  return tellings.filter((_, index) => isUnsaid[index] === true);
}

/** GitHub says that somebody took the app's access back; only the App's own hook may. */
async function forgetRevoked(event: WebhookEvent, { people }: Stores): Promise<void> {
  if (event.event !== "github_app_authorization" || event.endpoint !== SHARED_ENDPOINT) return;
  const revoked = Revoked.safeParse(event.payload);
  if (!revoked.success || event.provider !== "github") return;
  await people?.secrets?.tokens.remove(String(revoked.data.sender.id));
}
