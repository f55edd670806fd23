import type { Command } from "../define.ts";
import { actorOf, chatPlace, groupServices } from "../group-use.ts";
import { missedButton } from "./retry.ts";
import { privately } from "../reply.ts";
import { sampleNotifications } from "../sample-notifications.ts";

/** Posts a sample of each kind in this chat. */
export const test: Command = {
  path: "test",
  description: "setup.test.description",
  args: [],
  needs: "linked",
  async run(use) {
    const { t, services } = use;
    const samples = sampleNotifications(t, services.githubUrl);
    const { missed } = await groupServices(use).samples.send(actorOf(use), chatPlace(use), samples);
    if (missed === 0) return privately(t("setup.test.done"));
    const text = [t("setup.test.done"), t("missed.meanwhile", { count: missed })].join("\n\n");
    return privately(text, [missedButton(use)]);
  },
};
