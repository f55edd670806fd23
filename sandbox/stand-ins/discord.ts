import { createChatLog, type ChatLog, type ShownMessage } from "./chat-log.ts";
import { acknowledge, type Answer } from "./discord/answers.ts";
import { type DiscordCore, snowflakes } from "./discord/core.ts";
import { createPeople, type DiscordPeople, type SentInteraction } from "./discord/people.ts";
import { createPlaces, type DiscordPlaces } from "./discord/places.ts";
import { answer } from "./discord/router.ts";
import { discordRoutes } from "./discord/routes.ts";
import { createSigning } from "./discord/signing.ts";
import { createFaults, type Faults } from "./faults.ts";

export interface DiscordOptions {
  /** The bot's token, as the Worker is to send it. */
  token: string;
  /** In ms. */
  now: () => number;
  applicationId?: string;
  /** Where interactions are sent. */
  interactionsUrl?: string;
}

/** Discord's REST API, its chats and its people, as strict as the real one or stricter. */
export interface DiscordStandIn {
  /** Answers everything below `…/api/v10`. Throws TypeError for a connection told to drop. */
  fetch(request: Request): Promise<Response>;
  log: ChatLog;
  faults: Faults;
  places: DiscordPlaces;
  people: DiscordPeople;
  token: string;
  applicationId: string;
  /** Ed25519, hex: the Worker's DISCORD_PUBLIC_KEY. */
  publicKey: string;
  /**
   * Shows the person what the Worker answered to an interaction, from the response's parsed body.
   * Throws DiscordRefusal for an answer that Discord would not take.
   */
  receiveAnswer(interaction: Pick<SentInteraction, "token">, body: unknown): Answer;
  /** The messages that answer an interaction, as they stand, oldest first. */
  answersTo(interaction: Pick<SentInteraction, "token">): ShownMessage[];
  /** The commands registered for `global` or a guild's id. */
  registered(scope: string): readonly Readonly<Record<string, unknown>>[];
}

export async function createDiscord(options: DiscordOptions): Promise<DiscordStandIn> {
  const { token, now, applicationId = "1100000000000000001" } = options;
  const signing = await createSigning();
  const newId = snowflakes(now);
  const core: DiscordCore = {
    token,
    applicationId,
    publicKey: signing.publicKey,
    now,
    newId,
    log: createChatLog(),
    faults: createFaults(),
    places: createPlaces(newId),
    sessions: new Map(),
    commands: new Map(),
    nonces: new Map(),
  };
  const routes = discordRoutes(core);
  const url = options.interactionsUrl ?? "https://webhooker.test/discord/interactions";
  return {
    fetch: (request) => answer(request, routes, token, now),
    log: core.log,
    faults: core.faults,
    places: core.places,
    people: createPeople(core, signing, url),
    token,
    applicationId,
    publicKey: signing.publicKey,
    receiveAnswer: (interaction, body) =>
      acknowledge(core, sessionOf(core, interaction.token), body),
    answersTo: ({ token: interactionToken }) => {
      const session = sessionOf(core, interactionToken);
      return session.messageIds.flatMap((id) => core.log.find(session.channelId, id) ?? []);
    },
    registered: (scope) => core.commands.get(scope)?.list ?? [],
  };
}

function sessionOf(core: DiscordCore, token: string) {
  const session = core.sessions.get(token);
  if (!session) throw new Error("No such interaction was sent");
  return session;
}
