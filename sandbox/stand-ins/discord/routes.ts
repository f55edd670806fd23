import {
  CreatePrivateChannelRequestSchema,
  UpdateThreadRequestPartialSchema,
} from "discord-api-spec/zod";
import { acknowledge, editFollowUp, followUp } from "./answers.ts";
import { overwriteCommands } from "./commands.ts";
import type { DiscordCore } from "./core.ts";
import { refusal } from "./errors.ts";
import { botUser, createMessage, editMessage, messageResource, publicMessage } from "./messages.ts";
import { channelResource, guildResource, memberResource, roleResource } from "./resources.ts";
import { type Call, type Route, route } from "./router.ts";
import { answeredSession, sessionMessage } from "./sessions.ts";
import { sendUnlessTold } from "./shown-faults.ts";
import { recordOf, refuseIssues, schemaIssues, textOf } from "./validate.ts";

const GUILDS_PER_PAGE = 200;

/** Everything of Discord's REST API that the stand-in answers. */
export function discordRoutes(core: DiscordCore): Route[] {
  return [
    ...messageRoutes(core),
    ...channelRoutes(core),
    ...guildRoutes(core),
    ...commandRoutes(core),
    ...interactionRoutes(core),
  ];
}

function messageRoutes(core: DiscordCore): Route[] {
  return [
    route("POST", "/channels/:channel/messages", ({ ids: [chatId = ""], body }) =>
      sendUnlessTold(core, { chatId, on: "post" }, () =>
        messageResource(core, createMessage(core, chatId, recordOf(body))),
      ),
    ),
    route("PATCH", "/channels/:channel/messages/:message", ({ ids, body }) => {
      const [chatId = "", messageId = ""] = ids;
      return sendUnlessTold(core, { chatId, on: "edit", messageId }, () =>
        messageResource(core, editMessage(core, chatId, messageId, recordOf(body))),
      );
    }),
    route("GET", "/channels/:channel/messages/:message", ({ ids: [chatId = "", id = ""] }) => {
      core.places.channelOf(chatId);
      return messageResource(core, publicMessage(core, chatId, id));
    }),
    route("DELETE", "/channels/:channel/messages/:message", ({ ids: [chatId = "", id = ""] }) => {
      core.places.channelOf(chatId);
      core.log.remove(chatId, publicMessage(core, chatId, id).messageId);
    }),
  ];
}

function channelRoutes(core: DiscordCore): Route[] {
  return [
    route("GET", "/channels/:channel", ({ ids: [id = ""] }) =>
      channelResource(core.places.channelOf(id)),
    ),
    route("PATCH", "/channels/:channel", ({ ids: [id = ""], body }) => {
      const channel = core.places.channelOf(id);
      refuseIssues(schemaIssues(UpdateThreadRequestPartialSchema, body));
      if (channel.kind !== "thread") throw refusal(50024);
      const { archived, locked } = recordOf(body);
      // Only who may manage threads unlocks one; the bot may not.
      if (channel.locked || locked === true) throw refusal(50013);
      if (typeof archived === "boolean") channel.archived = archived;
      return channelResource(channel);
    }),
    route("POST", "/users/@me/channels", ({ body }) => {
      refuseIssues(schemaIssues(CreatePrivateChannelRequestSchema, body));
      return channelResource(core.places.dm(textOf(recordOf(body)["recipient_id"])));
    }),
  ];
}

function guildRoutes(core: DiscordCore): Route[] {
  return [
    route("GET", "/users/@me", () => botUser(core)),
    route("GET", "/users/@me/guilds", ({ query }) => guildPage(core, query)),
    route("GET", "/guilds/:guild", ({ ids: [id = ""] }) => guildResource(core.places.guildOf(id))),
    route("GET", "/guilds/:guild/roles", ({ ids: [id = ""] }) =>
      core.places.guildOf(id).roles.map(roleResource),
    ),
    route("GET", "/guilds/:guild/channels", ({ ids: [id = ""] }) => {
      core.places.guildOf(id);
      const isListed = ({ guildId, kind }: { guildId?: string; kind: string }): boolean =>
        guildId === id && kind === "text";
      return core.places.channels().filter(isListed).map(channelResource);
    }),
    route("GET", "/guilds/:guild/members/:user", ({ ids: [id = "", userId = ""] }) => {
      const guild = core.places.guildOf(id);
      const person = core.places.personOf(userId);
      if (!guild.memberIds.has(userId)) throw refusal(10007);
      return memberResource(person);
    }),
  ];
}

function guildPage(core: DiscordCore, query: URLSearchParams): unknown[] {
  const limit = Math.min(Number(query.get("limit") ?? GUILDS_PER_PAGE), GUILDS_PER_PAGE);
  const after = BigInt(query.get("after") ?? 0);
  return core.places
    .guilds()
    .filter(({ id }) => BigInt(id) > after)
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .slice(0, limit)
    .map(guildResource);
}

function commandRoutes(core: DiscordCore): Route[] {
  const own = (id: string | undefined): void => {
    if (id !== core.applicationId) throw refusal(10002);
  };
  const list = (scope: string): unknown => core.commands.get(scope)?.list ?? [];
  return [
    route("GET", "/applications/@me", () => ({
      id: core.applicationId,
      name: "WebHooker",
      description: "",
      verify_key: core.publicKey,
      bot: botUser(core),
      bot_public: true,
      flags: 0,
    })),
    route("GET", "/applications/:application/commands", ({ ids: [application] }) => {
      own(application);
      return list("global");
    }),
    route("PUT", "/applications/:application/commands", ({ ids: [application], body }) => {
      own(application);
      return overwriteCommands(core, "global", body);
    }),
    route("GET", "/applications/:application/guilds/:guild/commands", ({ ids }) => {
      own(ids[0]);
      return list(core.places.guildOf(ids[1] ?? "").id);
    }),
    route("PUT", "/applications/:application/guilds/:guild/commands", ({ ids, body }) => {
      own(ids[0]);
      return overwriteCommands(core, core.places.guildOf(ids[1] ?? "").id, body);
    }),
  ];
}

/** These carry the interaction's token in their path and need no other. */
function interactionRoutes(core: DiscordCore): Route[] {
  const session = ({ ids: [application = "", token = ""] }: Call) =>
    answeredSession(core, application, token);
  const message = "/webhooks/:application/:token/messages/:message";
  return [
    route(
      "POST",
      "/interactions/:id/:token/callback",
      ({ ids: [id, token = ""], body }) => {
        const session = core.sessions.get(token);
        if (!session || session.id !== id) throw refusal(10062);
        acknowledge(core, session, body);
      },
      "open",
    ),
    route(
      "POST",
      "/webhooks/:application/:token",
      (call) => {
        const chatId = session(call).channelId;
        return sendUnlessTold(core, { chatId, on: "post" }, () =>
          messageResource(core, followUp(core, session(call), recordOf(call.body))),
        );
      },
      "open",
    ),
    route(
      "GET",
      message,
      (call) => messageResource(core, sessionMessage(core, session(call), call.ids[2] ?? "")),
      "open",
    ),
    route(
      "PATCH",
      message,
      (call) => {
        const [, , messageId = ""] = call.ids;
        const chatId = session(call).channelId;
        return sendUnlessTold(core, { chatId, on: "edit", messageId }, () =>
          messageResource(core, editFollowUp(core, session(call), messageId, recordOf(call.body))),
        );
      },
      "open",
    ),
    route(
      "DELETE",
      message,
      (call) => {
        const of = session(call);
        if (of.state === "deferred" && call.ids[2] === "@original") {
          // The promise is taken back: what follows is a message of its own.
          of.state = "answered";
          return;
        }
        const { chatId, messageId } = sessionMessage(core, of, call.ids[2] ?? "");
        core.log.remove(chatId, messageId);
      },
      "open",
    ),
  ];
}
