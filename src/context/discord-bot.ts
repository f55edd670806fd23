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
    // Completes a deferred answer at the application's webhook, whose token is in its address.
    async followUp({ applicationId, token }, body) {
      await api.call("PATCH", `/webhooks/${applicationId}/${token}/messages/@original`, body);
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
