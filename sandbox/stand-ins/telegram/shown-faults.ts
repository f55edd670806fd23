import { connectionLost, type Fault } from "../faults.ts";
import type { TelegramCore } from "./core.ts";
import {
  badRequest,
  forbidden,
  TelegramRefusal,
  tooManyRequests,
  unauthorized,
  upgraded,
} from "./errors.ts";
import type { Params } from "./parameters.ts";

const SENDING: Readonly<Record<string, "post" | "edit">> = {
  sendMessage: "post",
  editMessageText: "edit",
  editMessageReplyMarkup: "edit",
};

/** Runs a method, unless the stand-in was told to fail this send. */
export function runUnlessTold(
  core: TelegramCore,
  method: string,
  params: Params,
  run: () => unknown,
): unknown {
  const on = SENDING[method];
  const chatId = String(params["chat_id"]);
  const fault = on && core.faults.next({ chatId, on });
  if (fault === undefined) return run();
  if (fault.kind === "dropped_after") {
    run();
    throw connectionLost();
  }
  throw failureOf(core, chatId, String(params["message_id"]), fault);
}

function failureOf(
  core: TelegramCore,
  chatId: string,
  messageId: string,
  fault: Exclude<Fault, { kind: "dropped_after" }>,
): Error {
  switch (fault.kind) {
    case "rate_limited":
      return tooManyRequests(Math.ceil(fault.retryAfterSeconds));
    case "server_error":
      return serverError(fault.status);
    case "forbidden":
      return forbidden(kickedWords(core.places.chatOf(chatId).kind));
    case "unknown_chat":
      return badRequest("chat not found");
    case "gone":
      core.log.remove(chatId, messageId);
      return badRequest("message to edit not found");
    case "migrated":
      return upgraded(core.places.migrate(chatId, fault.to).id);
    case "archived":
      return badRequest("TOPIC_CLOSED");
    case "rejected":
      return badRequest("can't parse entities: refused as told");
    case "unauthorized":
      return unauthorized();
    case "dropped_before":
      return connectionLost();
  }
}

const kickedWords = (kind: string): string =>
  kind === "private" ? "bot was blocked by the user" : `bot was kicked from the ${kind} chat`;

const serverError = (status = 502): TelegramRefusal =>
  new TelegramRefusal(status, status === 502 ? "Bad Gateway" : "Internal Server Error");
