import type { WebhookSent } from "../../sandbox/stand-ins/github/webhooks.ts";
import type { World } from "./world.ts";

/** Delivers what the stand-in GitHub would send; gives a way to wait until the chats show it. */
export function deliverFromGitHub(world: World): { arrive(): Promise<readonly string[]> } {
  let waiting: WebhookSent[] = [];
  world.github.onWebhook((sent) => waiting.push(sent));
  return {
    /** The events that arrived, as `event/action`. */
    async arrive() {
      const all = waiting;
      waiting = [];
      for (const { event, payload, deliveryId } of all) {
        const { status } = await world.hook({ event, payload, deliveryId });
        if (status !== 202) throw new Error(`The webhook ${event} was answered ${status}`);
      }
      await world.drain();
      return all.map(({ event, payload }) => `${event}/${String(payload["action"])}`);
    },
  };
}
