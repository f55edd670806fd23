import type { Method, TelegramCore } from "./core.ts";
import { badRequest } from "./errors.ts";
import { type Params, wordOf } from "./parameters.ts";

const PORTS = ["", "80", "88", "443", "8443"];
const SECRET = /^[\w-]{1,256}$/;
const COMMANDS_LIMIT = 100;
const COMMAND = /^[a-z0-9_]{1,32}$/;
const DESCRIPTION_LIMIT = 256;

export const setWebhook: Method = (core, params) => {
  const { url, secret_token: secret, max_connections: connections = 40 } = params;
  refuseBadAddress(String(url));
  if (secret !== undefined && !SECRET.test(wordOf(secret))) {
    throw badRequest("secret token contains unallowed characters");
  }
  if (Number(connections) < 1 || Number(connections) > 100) {
    throw badRequest("max_connections must be between 1 and 100");
  }
  // An update list that is left out stays as it was.
  const { allowed_updates: kept } = core.webhook;
  core.webhook = { ...(kept === undefined ? {} : { allowed_updates: kept }), ...params };
  if (url !== "") {
    core.webhookUrl = String(url);
    core.webhookSecret = wordOf(secret);
  }
  return true;
};

function refuseBadAddress(url: string): void {
  const parsed = URL.parse(url);
  // As a Bot API server of one's own takes it; the hosted one would not.
  if (url === "" || parsed?.hostname === "127.0.0.1") return;
  if (parsed?.protocol !== "https:") {
    throw badRequest("bad webhook: An HTTPS URL must be provided for webhook");
  }
  if (!PORTS.includes(parsed.port)) {
    throw badRequest("bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443");
  }
}

export const deleteWebhook: Method = (core) => {
  core.webhook = {};
  return true;
};

export const getWebhookInfo: Method = ({ webhook }) => ({
  url: webhook["url"] ?? "",
  has_custom_certificate: false,
  pending_update_count: 0,
  max_connections: webhook["max_connections"] ?? 40,
  ...(webhook["allowed_updates"] === undefined
    ? {}
    : { allowed_updates: webhook["allowed_updates"] }),
});

export const setMyCommands: Method = (core, params) => {
  const key = scopeKey(core, params);
  const commands = params["commands"] as readonly Params[];
  if (commands.length > COMMANDS_LIMIT) throw badRequest("BOT_COMMANDS_TOO_MUCH");
  for (const { command, description } of commands) {
    if (!COMMAND.test(String(command))) throw badRequest("BOT_COMMAND_INVALID");
    const { length } = String(description).trim();
    if (length < 1 || length > DESCRIPTION_LIMIT) {
      throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
    }
  }
  core.commands.set(key, [...commands]);
  return true;
};

/** Nobody may count on the order of an object's fields, nor on there being no others. */
export const getMyCommands: Method = (core, params) =>
  (core.commands.get(scopeKey(core, params)) ?? []).map(({ command, description }) => ({
    description,
    command,
    is_ephemeral: false,
  }));

export const deleteMyCommands: Method = (core, params) => {
  core.commands.delete(scopeKey(core, params));
  return true;
};

/** A list belongs to one scope and one language. */
function scopeKey(core: TelegramCore, params: Params): string {
  const { type = "default", chat_id: chatId, user_id: userId } = (params["scope"] ?? {}) as Params;
  const language = wordOf(params["language_code"]);
  if (!/^(?:[a-z]{2})?$/.test(language)) throw badRequest("invalid language code specified");
  if (!SCOPES.includes(String(type))) throw badRequest("unsupported type of bot command scope");
  const chat = chatId === undefined ? "" : core.places.reachableChat(chatId).id;
  return [String(type), chat, wordOf(userId), language].join("/");
}

const SCOPES = [
  "default",
  "all_private_chats",
  "all_group_chats",
  "all_chat_administrators",
  "chat",
  "chat_administrators",
  "chat_member",
];
