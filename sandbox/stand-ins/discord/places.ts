import { refusal } from "./errors.ts";

export interface DiscordRole {
  id: string;
  name: string;
  /** Permission bits. */
  permissions: bigint;
}

export interface DiscordGuild {
  id: string;
  name: string;
  roles: DiscordRole[];
  memberIds: Set<string>;
}

export interface DiscordChannel {
  id: string;
  name: string;
  kind: "text" | "thread" | "dm";
  guildId?: string;
  parentId?: string;
  /** Thread only. */
  archived: boolean;
  locked: boolean;
  /** What the bot lacks here: seeing the channel, or writing into it. */
  denied?: "access" | "sending" | undefined;
  /** The other side of a DM. */
  recipientId?: string;
}

export interface DiscordPerson {
  id: string;
  name: string;
  locale: string;
  /** Permission bits in guilds. */
  permissions: bigint;
  roleIds: string[];
}

/** The guilds, channels, threads and people there are. Nothing else exists for the stand-in. */
export interface DiscordPlaces {
  guild(guild: { name: string; id?: string }): DiscordGuild;
  role(guildId: string, role: { name: string; id?: string; permissions?: bigint }): DiscordRole;
  /** A text channel; without a guild given, of a guild made for it. */
  channel(channel: { name: string; id?: string; guildId?: string }): DiscordChannel;
  thread(thread: { parentId: string; name: string; id?: string }): DiscordChannel;
  /** Somebody in every guild there is, who may do nothing unless `permissions` say so. */
  person(person: {
    name: string;
    id?: string;
    locale?: string;
    permissions?: bigint;
    roleIds?: string[];
  }): DiscordPerson;
  /** The direct conversation with a person, made when there is none. */
  dm(personId: string): DiscordChannel;
  archive(threadId: string, lock?: "lock"): void;
  /** Takes a right of the bot away; nothing given: gives all back. */
  deny(channelId: string, right?: "access" | "sending"): void;
  /** The channel and its threads are deleted. */
  removeChannel(channelId: string): void;
  /** The bot is removed from the guild. */
  leaveGuild(guildId: string): void;
}

/** The places as the stand-in itself reads them. The `…Of` ones throw Discord's refusal. */
export interface KnownPlaces extends DiscordPlaces {
  channelOf(id: string): DiscordChannel;
  /** The channel whatever the bot may do there. */
  channelOfPeople(id: string): DiscordChannel;
  guildOf(id: string): DiscordGuild;
  personOf(id: string): DiscordPerson;
  guilds(): DiscordGuild[];
  channels(): DiscordChannel[];
  /** A name for a mentioned id, if anybody or anything has it. */
  nameOf: (id: string) => string | undefined;
}

export function createPlaces(newId: () => string): KnownPlaces {
  const maps: Maps = {
    guilds: new Map(),
    channels: new Map(),
    people: new Map(),
    left: new Set(),
  };
  return { ...making(maps, newId), ...changing(maps), ...reading(maps) };
}

interface Maps {
  guilds: Map<string, DiscordGuild>;
  channels: Map<string, DiscordChannel>;
  people: Map<string, DiscordPerson>;
  /** Guilds the bot is no longer in. */
  left: Set<string>;
}

type Making = Pick<DiscordPlaces, "guild" | "role" | "channel" | "thread" | "person" | "dm">;

function making({ guilds, channels, people, left }: Maps, newId: () => string): Making {
  const keep = (channel: DiscordChannel): DiscordChannel => {
    channels.set(channel.id, channel);
    return channel;
  };
  const guild: Making["guild"] = ({ name, id = newId() }) => {
    const everyone: DiscordRole = { id, name: "@everyone", permissions: 0n };
    const made = { id, name, roles: [everyone], memberIds: new Set(people.keys()) };
    guilds.set(id, made);
    left.delete(id);
    return made;
  };
  return {
    guild,
    role(guildId, { name, id = newId(), permissions = 0n }) {
      const role = { id, name, permissions };
      found(guilds.get(guildId), 10004).roles.push(role);
      return role;
    },
    channel({ name, id = newId(), guildId = guild({ name: `Guild of ${name}` }).id }) {
      return keep({ id, name, kind: "text", guildId, archived: false, locked: false });
    },
    thread({ parentId, name, id = newId() }) {
      const { guildId = "" } = found(channels.get(parentId), 10003);
      return keep({ id, name, kind: "thread", guildId, parentId, archived: false, locked: false });
    },
    person({ name, id = newId(), locale = "en-US", permissions = 0n, roleIds = [] }) {
      const person = { id, name, locale, permissions, roleIds };
      people.set(id, person);
      for (const { memberIds } of guilds.values()) memberIds.add(id);
      return person;
    },
    dm(recipientId) {
      const known = [...channels.values()].find((channel) => channel.recipientId === recipientId);
      if (known) return known;
      const { name } = found(people.get(recipientId), 10013);
      return keep({ id: newId(), name, kind: "dm", recipientId, archived: false, locked: false });
    },
  };
}

type Changing = Pick<DiscordPlaces, "archive" | "deny" | "removeChannel" | "leaveGuild">;

function changing({ channels, left }: Maps): Changing {
  return {
    archive(threadId, lock) {
      const thread = found(channels.get(threadId), 10003);
      thread.archived = true;
      thread.locked = lock === "lock";
    },
    deny(channelId, right) {
      found(channels.get(channelId), 10003).denied = right;
    },
    removeChannel(channelId) {
      for (const { id, parentId } of channels.values()) {
        if (id === channelId || parentId === channelId) channels.delete(id);
      }
    },
    leaveGuild: (guildId) => void left.add(guildId),
  };
}

function reading({ guilds, channels, people, left }: Maps): Omit<KnownPlaces, keyof DiscordPlaces> {
  return {
    channelOf(id) {
      const channel = found(channels.get(id), 10003);
      if (channel.denied === "access" || left.has(channel.guildId ?? "")) throw refusal(50001);
      return channel;
    },
    channelOfPeople: (id) => found(channels.get(id), 10003),
    guildOf(id) {
      if (left.has(id)) throw refusal(10004);
      return found(guilds.get(id), 10004);
    },
    personOf: (id) => found(people.get(id), 10013),
    guilds: () => [...guilds.values()].filter(({ id }) => !left.has(id)),
    channels: () => [...channels.values()],
    nameOf(id) {
      const roles = [...guilds.values()].flatMap((guild) => guild.roles);
      const named = people.get(id) ?? channels.get(id) ?? roles.find((role) => role.id === id);
      return named?.name;
    },
  };
}

function found<T>(value: T | undefined, code: 10003 | 10004 | 10013): T {
  if (value === undefined) throw refusal(code);
  return value;
}

/** Writing into an archived thread wakes it, unless it is locked. */
export function wakeForPost(channel: DiscordChannel): void {
  if (channel.denied === "sending") throw refusal(50013);
  if (channel.archived && channel.locked) throw refusal(160005);
  channel.archived = false;
}
