import type { Notification } from "../notification.ts";
import { cutBlocks, type Room } from "./cut.ts";
import { plainBlocks, plainSpans } from "./plain.ts";

/** A tidied notification in words alone, for when a platform refuses it with its markup. */
export function plainNotification(notification: Notification, room: Room): string {
  const { headline, title, url, body, fields = [], footer } = notification;
  const lines = [
    plainSpans(headline),
    title,
    url,
    ...fields.map((field) => `${field.name}: ${plainSpans(field.value)}`),
    body && plainBlocks(cutBlocks(body, room).blocks),
    footer,
  ];
  return lines.filter((line) => line !== undefined && line !== "").join("\n");
}
