import type { DiscordInteractionDeps } from "../bots/discord/interactions/router.ts";
import { createDiscordApi } from "../bots/discord/api.ts";
import type { Config } from "../config.ts";

/** Completes a deferred answer at the application's webhook, whose token is in its address. */
export function completeInteraction(
  { discordApiUrl, discordToken }: Config,
  fetcher: typeof fetch,
): DiscordInteractionDeps["followUp"] {
  const api = createDiscordApi({
    fetch: fetcher,
    apiUrl: discordApiUrl,
    token: discordToken ?? "",
  });
  return async ({ applicationId, token }, body) => {
    await api.call("PATCH", `/webhooks/${applicationId}/${token}/messages/@original`, body);
  };
}
