import { connectionLost, type Fault } from "../faults.ts";
import type { DiscordCore } from "./core.ts";
import {
  type DiscordRefusal,
  invalidForm,
  issue,
  plainRefusal,
  rateLimited,
  refusal,
} from "./errors.ts";

interface Sending {
  chatId: string;
  on: "post" | "edit";
  /** Of the message to edit. */
  messageId?: string;
}

/** Sends, unless the stand-in was told to fail this request. */
export function sendUnlessTold<T>(core: DiscordCore, sending: Sending, send: () => T): T {
  const fault = core.faults.next(sending);
  if (fault === undefined) return send();
  if (fault.kind === "dropped_after") {
    send();
    throw connectionLost();
  }
  if (fault.kind === "archived") return sendToArchived(core, sending, send);
  throw failureOf(core, sending, fault);
}

function sendToArchived<T>(core: DiscordCore, { chatId, on }: Sending, send: () => T): T {
  const channel = core.places.channelOf(chatId);
  if (channel.kind === "thread") core.places.archive(chatId);
  if (channel.kind !== "thread" && on === "edit") throw refusal(50083);
  return send();
}

function failureOf(
  core: DiscordCore,
  sending: Sending,
  fault: Exclude<Fault, { kind: "dropped_after" | "archived" }>,
): Error {
  switch (fault.kind) {
    case "rate_limited":
      return rateLimited({ ...fault, nowMs: core.now(), ...messageOfCode(fault.code) });
    case "server_error":
      return serverError(fault.status);
    case "forbidden":
      return refusal(50001);
    // Discord moves no channel; its id is simply unknown.
    case "migrated":
    case "unknown_chat":
      return refusal(10003);
    case "gone":
      core.log.remove(sending.chatId, sending.messageId ?? "");
      return refusal(10008);
    case "rejected":
      return invalidForm([issue(["embeds"], "BASE_TYPE_INVALID", "Refused as told.")]);
    case "unauthorized":
      return plainRefusal(401, "Unauthorized");
    case "dropped_before":
      return connectionLost();
  }
}

const serverError = (status = 502): DiscordRefusal => plainRefusal(status, "Server Error");

const messageOfCode = (code: number | undefined): { message?: string } =>
  code === 30046
    ? {
        message: "Maximum number of edits to messages older than 1 hour reached. Try again later.",
      }
    : {};
