import type { Config } from "../config.ts";
import type { Delivery } from "../delivery/delivery.ts";
import { describeError, logWarning, withLogEvent } from "../observability/log.ts";
import { deliveryPruneRules } from "../storage/deliveries-prune.ts";
import { createPrune, pruneRules, rowsOfARun } from "../storage/prune.ts";
import type { Accounts } from "../services/account-types.ts";
import type { GroupServices } from "../services/group-services.ts";
import type { Host } from "./host.ts";
import { createRegistration } from "./registration.ts";
import type { Stores } from "./stores.ts";
import type { TelegramBot } from "./telegram-bot.ts";
import { say, type TellingDeps } from "./tellings.ts";

/** The scheduled task: each part by itself, so that a failing one keeps no other from its work. */
export interface Scheduled {
  run(scheduledAt: number): Promise<void>;
}

interface Parts {
  stores: Stores;
  delivery: Delivery;
  accounts: Pick<Accounts, "endUnfinished">;
  groups: GroupServices | undefined;
  telling: TellingDeps;
  bot: TelegramBot | undefined;
  host: Host;
}

const HOUR_MS = 3_600_000;
/** The task runs every five minutes; registration is looked at in the first run of each hour. */
const RUN_MS = 300_000;

export function createScheduled(config: Config, parts: Parts): Scheduled {
  const { stores, delivery, accounts, bot, host } = parts;
  const { fetch } = host;
  const { markers, appId } = stores;
  const registration = createRegistration({ config, fetch, markers, appId, bot });
  return {
    run: (scheduledAt) =>
      withLogEvent("scheduled", async (log) => {
        const isFirstOfHour = scheduledAt % HOUR_MS < RUN_MS;
        // Without a queue the sweep shows messages itself. With the pruning that is too much for one
        // invocation of the Free plan, so then the first run of each hour prunes and the others show.
        const shown = await part("sweep", () => delivery.sweep({ mayWork: !isFirstOfHour }));
        await part("lost chats", () => loseChats(parts));
        // Before the pruning, which knows nothing of GitHub.
        await part("unfinished logins", () => accounts.endUnfinished());
        if (!shown) {
          const pruned = await part("storage-prune", () => prune(config, stores, host.now));
          log.set({ pruned: pruned ?? 0 });
        }
        if (isFirstOfHour) await part("register", () => registration.run());
      }),
  };
}

/** Nothing but a refused message tells that a bot was removed from a Discord server. */
async function loseChats({ groups, telling }: Parts): Promise<void> {
  if (groups !== undefined) await say(telling, await groups.chats.loseUnreachable());
}

/** How many rows went. */
async function prune(
  config: Config,
  { db, gate, payloads }: Stores,
  now: () => number,
): Promise<number> {
  if (db === undefined || !(await gate.usable())) return 0;
  const { auditRetentionDays, sendLogRetentionDays } = config;
  const { deleted } = await createPrune({
    rules: [
      ...pruneRules({ db, now, auditRetentionDays }),
      ...deliveryPruneRules({ db, now, sendLogRetentionDays }),
    ],
    payloads,
    rows: await rowsOfARun(db),
  }).run();
  return Object.values(deleted).reduce((sum, count) => sum + count, 0);
}

async function part<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    logWarning("scheduled part failed", { part: name, error: describeError(error) });
    return undefined;
  }
}
