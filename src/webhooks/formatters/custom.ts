import type { JsonObject } from "../../domain/json.ts";
import type { SubjectNews } from "../../domain/subject.ts";
import { value } from "./facets.ts";
import { type Formatter, formatter, type Occasion } from "./formatter.ts";
import { customNotification, CustomPayload } from "./custom-payload.ts";

/** A sender of their own: posted, or with an `updateKey` kept up to date in place. */
export const custom: Formatter = {
  ...formatter(CustomPayload, {
    subject: "custom",
    read: (payload, occasion) => ({ news: customNews(payload, occasion) }),
    tell: () => ({}),
  }),
  compose: (payload, scene) => customNotification(CustomPayload.parse(payload), scene),
};

function customNews(payload: CustomPayload, { event }: Occasion): SubjectNews[] {
  const { updateKey } = payload;
  if (updateKey === undefined) return [];
  const version = Number(payload.version);
  const at = Number.isFinite(version) ? version : event.receivedAt;
  const said = JSON.parse(JSON.stringify(payload)) as JsonObject;
  return [
    {
      subject: { kind: "custom", key: `custom:${updateKey}` },
      facets: value("payload", [0, at, 0], said),
    },
  ];
}
