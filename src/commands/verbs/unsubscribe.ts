import { sourceName } from "../../services/subscription-routes.ts";
import type { Command } from "../define.ts";
import { actorOf, chatPlace, groupServices } from "../group-use.ts";
import { publicly } from "../reply.ts";
import { sourceAndLine } from "../subscription-source.ts";
import { sourceArgument } from "./subscribe.ts";

export const unsubscribe: Command = {
  path: "unsubscribe",
  description: "setup.unsubscribe.description",
  args: [
    sourceArgument,
    { name: "chat", type: "hidden", description: "setup.arg.chat", maxLength: 60 },
  ],
  needs: "linked",
  answersChat: true,
  async run(use) {
    const { source } = sourceAndLine(use);
    await groupServices(use).subscriptions.unsubscribe(actorOf(use), chatPlace(use), source);
    return publicly(use.t("setup.unsubscribe.done", { name: sourceName(source) }));
  },
};
