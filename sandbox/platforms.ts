import {
  CHANNEL,
  FORUM,
  GROUP_CHAT,
  GUILD,
  NEWS,
  OTHER_CHANNEL,
  PEOPLE,
  THREAD,
  TOPICS,
} from "./chats.ts";
import { createDiscord, type DiscordStandIn } from "./stand-ins/discord.ts";
import type { DiscordPerson } from "./stand-ins/discord/places.ts";
import { createStandInGitHub, type StandInGitHub } from "./stand-ins/github/stand-in.ts";
import { nextNumber } from "./stand-ins/github/seed.ts";
import { createTelegram, type TelegramStandIn } from "./stand-ins/telegram.ts";
import type { TelegramPerson } from "./stand-ins/telegram/places.ts";
import { REPOSITORY, REPOSITORY_ID } from "./stories/forge.ts";
import type { Play } from "./stories/story.ts";
import { nextPlay } from "./story-player.ts";
import { type Addresses, GITHUB_CLIENT_ID, type Secrets } from "./worker-config.ts";

export interface Platforms {
  discord: DiscordStandIn;
  telegram: TelegramStandIn;
  github: StandInGitHub;
  /** By the person's id in the sandbox. */
  people: ReadonlyMap<string, Visiting>;
}

/** One person, on both platforms. */
export interface Visiting {
  discord: DiscordPerson;
  telegram: TelegramPerson;
  /** Their direct conversation with the bot on Discord. */
  dmId: string;
}

/** The stand-ins with the sandbox's people, chats and repository in them. */
export async function createPlatforms(secrets: Secrets, at: Addresses): Promise<Platforms> {
  const discord = await sandboxDiscord(secrets, at);
  const telegram = sandboxTelegram(secrets, at);
  const people = new Map(
    PEOPLE.map(({ id, ...person }) => {
      const onDiscord = discord.places.person({
        id: person.discordId,
        name: person.name,
        locale: person.discordLocale,
        permissions: person.administers ? ADMINISTRATOR : 0n,
      });
      const onTelegram = telegram.places.person({
        id: person.telegramId,
        name: person.name,
        languageCode: person.telegramLanguage,
        started: false,
      });
      for (const chat of [GROUP_CHAT, FORUM, NEWS]) {
        const as = person.administers ? "administrator" : "member";
        telegram.places.join(chat.id, person.telegramId, as);
      }
      const dmId = discord.places.dm(person.discordId).id;
      return [id, { discord: onDiscord, telegram: onTelegram, dmId }];
    }),
  );
  return { discord, telegram, github: sandboxGitHub(secrets, at), people };
}

/** A play whose numbers nothing in the stories' repository has. */
export function nextPlayIn({ github }: Platforms): Play {
  return nextPlay(nextNumber(github.repository(REPOSITORY)) - 1);
}

/** Discord's permission bit. */
const ADMINISTRATOR = 8n;

async function sandboxDiscord(secrets: Secrets, at: Addresses): Promise<DiscordStandIn> {
  const discord = await createDiscord({
    token: secrets.discordToken,
    now: Date.now,
    interactionsUrl: `${at.worker}/discord/interactions`,
  });
  discord.places.guild(GUILD);
  for (const channel of [CHANNEL, OTHER_CHANNEL]) {
    discord.places.channel({ ...channel, guildId: GUILD.id });
  }
  discord.places.thread({ ...THREAD, parentId: OTHER_CHANNEL.id });
  return discord;
}

function sandboxTelegram(secrets: Secrets, at: Addresses): TelegramStandIn {
  const telegram = createTelegram({
    token: secrets.telegramToken,
    now: Date.now,
    webhookUrl: `${at.worker}/telegram/webhook`,
    webhookSecret: secrets.telegramSecret,
  });
  telegram.places.group(GROUP_CHAT);
  telegram.places.group({ ...FORUM, forum: true });
  // A bot comes into a channel only when somebody who may makes it an administrator.
  telegram.places.group({ ...NEWS, kind: "channel", bot: "left" });
  for (const topic of TOPICS) telegram.places.topic(FORUM.id, topic);
  return telegram;
}

function sandboxGitHub(secrets: Secrets, at: Addresses): StandInGitHub {
  const [owner = "", name = ""] = REPOSITORY.split("/");
  return createStandInGitHub({
    githubUrl: at.github,
    apiUrl: at.githubApi,
    app: {
      clientId: GITHUB_CLIENT_ID,
      clientSecret: secrets.githubClientSecret,
      callbackUrl: `${at.frontDoor}/auth/github/callback`,
    },
    users: PEOPLE.map((person) => ({
      id: person.githubId,
      login: person.githubLogin,
      name: person.name,
    })),
    repositories: [
      {
        id: REPOSITORY_ID,
        owner,
        name,
        permissions: Object.fromEntries(
          PEOPLE.map(({ githubLogin, onGitHub }) => [githubLogin, onGitHub]),
        ),
      },
    ],
  });
}
