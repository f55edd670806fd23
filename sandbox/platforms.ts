import { CHANNEL, COLLEAGUE, GROUP_CHAT, GUILD, VISITOR } from "./chats.ts";
import { createDiscord, type DiscordStandIn } from "./stand-ins/discord.ts";
import type { DiscordPerson } from "./stand-ins/discord/places.ts";
import { createStandInGitHub, type StandInGitHub } from "./stand-ins/github/stand-in.ts";
import { createTelegram, type TelegramStandIn } from "./stand-ins/telegram.ts";
import type { TelegramPerson } from "./stand-ins/telegram/places.ts";
import { type Addresses, GITHUB_CLIENT_ID, type Secrets } from "./worker-config.ts";

export interface Platforms {
  discord: DiscordStandIn;
  telegram: TelegramStandIn;
  github: StandInGitHub;
  /** Whom a visitor of the page writes as. */
  visitor: { discord: DiscordPerson; telegram: TelegramPerson };
}

/** The stand-ins with the sandbox's people, chats and repository in them. */
export async function createPlatforms(secrets: Secrets, at: Addresses): Promise<Platforms> {
  const discord = await sandboxDiscord(secrets, at);
  const telegram = sandboxTelegram(secrets, at);
  const [visitor] = PEOPLE.map(({ discordId, telegramId, name }) => {
    telegram.places.join(GROUP_CHAT.id, telegramId, "administrator");
    return {
      discord: discord.places.person({ id: discordId, name, permissions: MAY_MANAGE }),
      telegram: telegram.places.person({ id: telegramId, name, started: false }),
    };
  });
  if (visitor === undefined) throw new Error("The sandbox has no people");
  return { discord, telegram, github: sandboxGitHub(secrets, at), visitor };
}

const PEOPLE = [VISITOR, COLLEAGUE];

/** Discord's ADMINISTRATOR: connecting a chat asks for rights in it. */
const MAY_MANAGE = 8n;

async function sandboxDiscord(secrets: Secrets, at: Addresses): Promise<DiscordStandIn> {
  const discord = await createDiscord({
    token: secrets.discordToken,
    now: Date.now,
    interactionsUrl: `${at.worker}/discord/interactions`,
  });
  discord.places.guild(GUILD);
  discord.places.channel({ ...CHANNEL, guildId: GUILD.id });
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
  return telegram;
}

function sandboxGitHub(secrets: Secrets, at: Addresses): StandInGitHub {
  return createStandInGitHub({
    githubUrl: at.github,
    apiUrl: at.githubApi,
    app: {
      clientId: GITHUB_CLIENT_ID,
      clientSecret: secrets.githubClientSecret,
      callbackUrl: `${at.worker}/auth/github/callback`,
    },
    users: PEOPLE.map(({ githubId, githubLogin, name }) => ({
      id: githubId,
      login: githubLogin,
      name,
    })),
    repositories: [
      { owner: "acme", name: "kettle", permissions: { lena: "admin", tomas: "write" } },
    ],
  });
}
