import {
  answerCallbackQuery,
  getChat,
  getChatAdministrators,
  getChatMember,
  getMe,
  leaveChat,
  setMessageReaction,
} from "./chats.ts";
import type { Method, TelegramCore } from "./core.ts";
import { badRequest, TelegramRefusal, unauthorized } from "./errors.ts";
import { deleteMessage, editMessageReplyMarkup, editMessageText, sendMessage } from "./messages.ts";
import { checkedParameters, isMethod, type Params, parametersOfForm } from "./parameters.ts";
import {
  deleteMyCommands,
  deleteWebhook,
  getMyCommands,
  getWebhookInfo,
  setMyCommands,
  setWebhook,
} from "./settings.ts";
import { runUnlessTold } from "./shown-faults.ts";

const METHODS: Readonly<Record<string, Method>> = {
  answerCallbackQuery,
  deleteMessage,
  deleteMyCommands,
  deleteWebhook,
  editMessageReplyMarkup,
  editMessageText,
  getChat,
  getChatAdministrators,
  getChatMember,
  getMe,
  getMyCommands,
  getWebhookInfo,
  leaveChat,
  sendMessage,
  setMessageReaction,
  setMyCommands,
  setWebhook,
};

/** Answers one request; throws only what stands for a lost connection. */
export async function answer(core: TelegramCore, request: Request): Promise<Response> {
  try {
    return Response.json({ ok: true, result: await run(core, request) });
  } catch (error) {
    if (!(error instanceof TelegramRefusal)) throw error;
    const { status, description, parameters } = error;
    const body = { ok: false, error_code: status, description };
    return Response.json(parameters ? { ...body, parameters } : body, { status });
  }
}

async function run(core: TelegramCore, request: Request): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url);
  const [, token, name = ""] = /\/bot([^/]+)\/(\w+)$/.exec(pathname) ?? [];
  if (token === undefined) throw new TelegramRefusal(404, "Not Found");
  if (decodeURIComponent(token) !== core.token) throw unauthorized();
  const method = METHODS[name];
  if (!method || !isMethod(name)) throw new TelegramRefusal(404, "Not Found: method not found");
  const given = { ...parametersOfForm(name, searchParams), ...(await bodyOf(request, name)) };
  const params = checkedParameters(name, given);
  return runUnlessTold(core, name, params, () => method(core, params));
}

async function bodyOf(request: Request, method: string): Promise<Params> {
  const type = request.headers.get("Content-Type") ?? "";
  if (type.startsWith("multipart/form-data") || type.includes("x-www-form-urlencoded")) {
    return parametersOfForm(method, await request.formData());
  }
  const text = await request.text();
  if (text === "") return {};
  try {
    return JSON.parse(text, refuseLoneSurrogates);
  } catch (error) {
    if (error instanceof SyntaxError) throw badRequest("can't parse JSON object");
    throw error;
  }
}

function refuseLoneSurrogates(_key: string, value: unknown): unknown {
  if (typeof value === "string" && !value.isWellFormed()) {
    throw badRequest("strings must be encoded in UTF-8");
  }
  return value;
}
