import type { DiscordChannel, DiscordGuild, DiscordPerson, DiscordRole } from "./places.ts";

/** All that text channels usually grant: see, write, embed, attach, read history, use threads. */
export const BOT_PERMISSIONS =
  (1n << 10n) | (1n << 11n) | (1n << 14n) | (1n << 15n) | (1n << 16n) | (1n << 38n);

const CHANNEL_TYPES = { text: 0, dm: 1, thread: 11 } as const;

export function channelResource(channel: DiscordChannel): Record<string, unknown> {
  const { id, name, kind, guildId, parentId, recipientId } = channel;
  return {
    id,
    type: CHANNEL_TYPES[kind],
    ...(kind === "dm" ? { recipients: [{ id: recipientId, username: name }] } : { name }),
    ...(guildId === undefined ? {} : { guild_id: guildId }),
    ...(kind === "thread"
      ? {
          parent_id: parentId,
          thread_metadata: {
            archived: channel.archived,
            locked: channel.locked,
            auto_archive_duration: 4320,
          },
        }
      : {}),
  };
}

export function guildResource(guild: DiscordGuild): Record<string, unknown> {
  return {
    id: guild.id,
    name: guild.name,
    icon: null,
    owner: false,
    permissions: String(BOT_PERMISSIONS),
    features: [],
  };
}

export function roleResource(role: DiscordRole): Record<string, unknown> {
  return { id: role.id, name: role.name, permissions: String(role.permissions), color: 0 };
}

export function userResource(person: DiscordPerson): Record<string, unknown> {
  return {
    id: person.id,
    username: person.name.toLowerCase(),
    global_name: person.name,
    discriminator: "0",
    avatar: null,
  };
}

export function memberResource(person: DiscordPerson): Record<string, unknown> {
  return {
    user: userResource(person),
    nick: null,
    avatar: null,
    roles: person.roleIds,
    joined_at: "2024-01-01T00:00:00.000000+00:00",
    deaf: false,
    mute: false,
    flags: 0,
  };
}
