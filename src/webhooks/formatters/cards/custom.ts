import { readValue } from "../facets.ts";
import type { Card } from "../formatter.ts";
import { customNotification, CustomPayload } from "../custom-payload.ts";

/** What a sender of their own last said under an update key. */
export const customCard: Card = (state, { t, voice, markdown }) => {
  const payload = readValue(state, "payload", CustomPayload) ?? CustomPayload.parse({});
  return customNotification(payload, { t, voice, markdown });
};
