import type { DiscordInteractionDeps } from "../bots/discord/interactions/router.ts";
import { createDiscordApi, DiscordRefused } from "../bots/discord/api.ts";
import type { Config } from "../config.ts";
import { describeError, logWarning } from "../observability/log.ts";

/** What interactions ask of Discord besides being answered. */
export function createDiscordBot(
  { discordApiUrl, discordToken }: Config,
  fetcher: typeof fetch,
): Pick<DiscordInteractionDeps, "followUp" | "readMessage"> {
  const api = createDiscordApi({
    fetch: fetcher,
    apiUrl: discordApiUrl,
    token: discordToken ?? "",
  });
  return {
    // At the application's webhook, whose token is in its address.
    async followUp({ applicationId, token }, { how, body }) {
      const webhook = `/webhooks/${applicationId}/${token}`;
      const original = `${webhook}/messages/@original`;
      if (how === "edit") return void (await api.call("PATCH", original, body));
      // While the promised message is there, Discord takes the next one for it, seen by whom that was promised to.
      if (how === "instead") await api.call("DELETE", original);
      await api.call("POST", webhook, body);
    },
    async readMessage(channelId, messageId) {
      try {
        return (await api.call("GET", `/channels/${channelId}/messages/${messageId}`)).body;
      } catch (error) {
        if (!(error instanceof DiscordRefused)) {
          logWarning("discord message not read", { error: describeError(error) });
        }
        return undefined;
      }
    },
  };
}
