import { CHANNEL, GROUP_CHAT, GROUP_ID, LENA } from "./chats.ts";
import { exampleEvents } from "./stories/examples.ts";

/** The chats that its routes write to. */
export function connectedChats() {
  const ofGroup = { groupId: GROUP_ID };
  return [
    {
      ...ofGroup,
      platform: "discord",
      targetId: `discord:${CHANNEL.id}`,
      title: CHANNEL.name,
      connectedBy: `discord:${LENA.discordId}`,
    },
    {
      ...ofGroup,
      platform: "telegram",
      targetId: `telegram:${GROUP_CHAT.id}`,
      title: GROUP_CHAT.title,
      connectedBy: `telegram:${LENA.telegramId}`,
    },
  ];
}

/** The sample group, in the keys from which an empty database takes its first configuration. */
export function sampleGroup(): Readonly<Record<string, string>> {
  // Named one by one, because some events reach only routes that ask for them.
  const filters = [{ type: "event", match: exampleEvents }];
  const route = { groupId: GROUP_ID, enabled: true, filters };
  const routes = [
    {
      ...route,
      id: "to-discord",
      name: "Everything to Discord",
      targets: [{ platform: "discord", channelId: CHANNEL.id }],
    },
    {
      ...route,
      id: "to-telegram",
      name: "Everything to Telegram",
      targets: [{ platform: "telegram", chatId: GROUP_CHAT.id }],
    },
  ];
  const owner = { userId: String(LENA.githubId), login: LENA.githubLogin, role: "owner" };
  const logTarget = { platform: "telegram", chatId: GROUP_CHAT.id };
  const groups = [{ id: GROUP_ID, name: "Sandbox", members: [owner], logTarget }];
  return { "config:groups": JSON.stringify(groups), "config:routes": JSON.stringify(routes) };
}
