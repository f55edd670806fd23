import type { Heard } from "../../services/subscriptions.ts";
import type { Command, CommandUse } from "../define.ts";
import { chatPlace, groupServices } from "../group-use.ts";
import { privately, type Reply } from "../reply.ts";

/** What this chat hears, as the commands that would make it. */
export const list: Command = {
  path: "list",
  description: "setup.list.description",
  args: [],
  needs: "person",
  run: runList,
};

/** Both platforms show so much at least in one message. */
const TEXT_LIMIT = 1_800;

async function runList(use: CommandUse): Promise<Reply> {
  const { t } = use;
  const heard = await groupServices(use).subscriptions.heard(chatPlace(use));
  if (heard.length === 0) return privately(t("setup.list.nothing"));
  const lines = heard.map((one) => lineOf(one, t));
  const shown = fitting(lines);
  const more = lines.length - shown.length;
  const rest = more === 0 ? [] : [t("setup.list.more", { count: more })];
  return privately([t("setup.list.intro"), ...shown, ...rest].join("\n"));
}

function lineOf({ subscription, name, enabled }: Heard, t: CommandUse["t"]): string {
  const said =
    subscription === undefined
      ? t("setup.list.other", { name })
      : `/gh subscribe ${subscription.name} ${subscription.line}`;
  return enabled ? said : `${said} ${t("setup.list.paused")}`;
}

function fitting(lines: readonly string[]): readonly string[] {
  let length = 0;
  const end = lines.findIndex((line) => (length += line.length + 1) > TEXT_LIMIT);
  return end < 0 ? lines : lines.slice(0, end);
}
