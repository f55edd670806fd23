import fc from "fast-check";
import { expect, it } from "vitest";
import { anyNotification } from "../../tests/support/any-notification.ts";
import { outboxRowOf, type RawOutboxRow } from "./outbox-rows.ts";

const raw: RawOutboxRow = {
  id: "x",
  kind: "post",
  group_id: "g",
  route_id: "r",
  event_id: "e",
  subject_key: null,
  target: `{"platform":"discord","channelId":"1"}`,
  content: `{"notification":{"tone":"neutral","headline":["hi"]}}`,
  log: `{"event":"push","number":7}`,
  attempts: 1,
  next_at: 5,
  status: "due",
  reason: "unavailable",
};
const subject = { kind: "subject", subject_key: "s", content: `{"kind":"issue"}` };
const envelope = {
  provider: "github",
  endpoint: "g",
  deliveryId: "d",
  event: "push",
  form: false,
  receivedAt: 5,
};
const event = (job: unknown) => ({ kind: "event", target: null, content: JSON.stringify(job) });
const post = (notification: unknown) => ({ content: JSON.stringify({ notification }) });

/** As it comes back from JSON, without what is looked up anew when it is shown. */
function stored(value: unknown): unknown {
  const isLookedUp = (key: string) => key === "discordId" || key === "telegram";
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) => (isLookedUp(key) ? undefined : one)),
  );
}

it("gives back any notification as it was stored, and what the log says of it", () => {
  fc.assert(
    fc.property(anyNotification, (notification) => {
      const row = outboxRowOf({ ...raw, ...post(notification) });
      expect(row).toMatchObject({ log: { event: "push", number: 7 } });
      expect(stored(row)).toMatchObject({ notification: stored(notification) });
    }),
    { numRuns: 200 },
  );
});

it("gives back a subject to show and an event to take up", () => {
  expect(outboxRowOf({ ...raw, ...subject })).toMatchObject({ subjectKind: "issue" });
  for (const job of [
    { type: "event", envelope, body: "{}" },
    { type: "event", envelope: { ...envelope, eventType: "x" }, parked: "webhooks/x.json" },
  ]) {
    expect(outboxRowOf({ ...raw, ...event(job) })).toMatchObject({ kind: "event", job });
  }
});

it.each<Partial<RawOutboxRow>>([
  ...["", "{", "null", "[]", "7", `"text"`, "{}"].flatMap((text) => [
    { content: text },
    { ...subject, content: text },
    { ...event(0), content: text },
    { log: text },
    { target: text },
  ]),
  { log: `{"event":5}` },
  { target: null },
  { group_id: null },
  { ...subject, subject_key: null },
  { ...subject, content: `{"kind":"planet"}` },
  { ...subject, content: `{"kind":"issue","roleIds":"1"}` },
  { content: `{"notification":{"tone":"neutral","headline":["hi"]},"replyTo":5}` },
  event({ type: "event", envelope }),
  event({ type: "event", envelope: { ...envelope, provider: "svn" }, body: "{}" }),
  event({ type: "wake", outboxIds: [] }),
  post({ tone: "neutral" }),
  post({ tone: "loud", headline: ["hi"] }),
  post({ tone: "open", headline: [{ url: "https://x" }] }),
  post({ tone: "open", headline: ["hi"], body: [{ type: "quote", blocks: [{ type: "list" }] }] }),
  post({ tone: "open", headline: ["hi"], fields: [{ name: "x", value: "y" }] }),
  post({ tone: "open", headline: ["hi"], actions: [{ type: "command", label: "x" }] }),
])("cannot be read with %j", (damage) => {
  expect(outboxRowOf({ ...raw, ...damage })).toBeUndefined();
});
