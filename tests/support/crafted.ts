import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import type { World } from "./world.ts";

/** A message of the bot's own in the Discord channel, with whatever components and text a test wants. */
export async function craftedOnDiscord(
  world: World,
  body: Readonly<Record<string, unknown>>,
): Promise<ShownMessage> {
  const { discord, channelId } = world;
  const response = await discord.fetch(
    new Request(`https://discord.com/api/v10/channels/${channelId}/messages`, {
      method: "POST",
      headers: {
        Authorization: `Bot ${discord.token}`,
        "Content-Type": "application/json",
        "User-Agent": "DiscordBot (https://example.org, 1)",
      },
      body: JSON.stringify({ allowed_mentions: { parse: [] }, ...body }),
    }),
  );
  await refuseFailure(response);
  return lastOf(discord.log.messages());
}

/** A button of the bot's own under a Discord message, with whatever `custom_id` a test wants. */
export function discordButton(customId: string): object {
  return { type: 1, components: [{ type: 2, style: 2, label: "Crafted", custom_id: customId }] };
}

/** A message of the bot's own in a Telegram chat, with whatever else a test wants. */
export async function craftedOnTelegram(
  world: World,
  parameters: Readonly<Record<string, unknown>>,
): Promise<ShownMessage> {
  const { telegram, chatId } = world;
  const response = await telegram.fetch(
    new Request(`https://api.telegram.org/bot${telegram.token}/sendMessage`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ chat_id: Number(chatId), text: "Crafted", ...parameters }),
    }),
  );
  await refuseFailure(response);
  return lastOf(telegram.log.messages());
}

export function telegramButton(data: string): object {
  return { inline_keyboard: [[{ text: "Crafted", callback_data: data }]] };
}

async function refuseFailure(response: Response): Promise<void> {
  if (!response.ok) throw new Error(`Refused: ${await response.text()}`);
}

function lastOf(messages: readonly ShownMessage[]): ShownMessage {
  const last = messages.at(-1);
  if (last === undefined) throw new Error("Nothing was posted");
  return last;
}
