import type { DiscordInteractionDeps } from "../bots/discord/interactions/router.ts";
import { createDiscordApi, DiscordRefused } from "../bots/discord/api.ts";
import { codeOf } from "../bots/discord/errors.ts";
import type { Config } from "../config.ts";
import { describeError, logWarning } from "../observability/log.ts";

/** https://docs.discord.com/developers/topics/opcodes-and-status-codes#json */
const UNKNOWN_MESSAGE = 10008;

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
      if (how === "instead") await api.call("DELETE", original).catch(unlessGone);
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

/** It may have gone at an attempt whose message then did not arrive. */
function unlessGone(error: unknown): void {
  if (!(error instanceof DiscordRefused) || codeOf(error.refusal) !== UNKNOWN_MESSAGE) throw error;
}
