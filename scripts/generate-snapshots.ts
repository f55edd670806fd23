/** Writes tests/snapshots/events: every published payload as people see it, on both platforms, in both languages. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Example, exampleEvents, examples } from "../sandbox/stories/examples.ts";
import type { Voice } from "../src/domain/voice.ts";
import type { WebhookEvent } from "../src/domain/webhook-event.ts";
import { drawnInDiscord, drawnInTelegram } from "./events/drawn.ts";
import { giteaEvent, giteaEvents } from "./events/gitea.ts";
import { toldBy } from "./events/told.ts";
import { writeOrCheck } from "./generated-file.ts";

const FOLDER = "tests/snapshots/events";
const HOW_TO = "npm run docs";
const VOICES: readonly Voice[] = [
  { lang: "en", emoji: true },
  { lang: "zh", emoji: true },
];
/** When every payload "arrives": later than all of them happened. */
const RECEIVED_AT = Date.UTC(2026, 4, 4, 12, 30);

/** What Gitea and Forgejo send stands apart. */
const GITEA = join(FOLDER, "gitea");

mkdirSync(GITEA, { recursive: true });
for (const event of exampleEvents) {
  const all = examples.filter((example) => example.event === event);
  write(
    FOLDER,
    event,
    all.map((one) => snapshotOf(one.id, webhookOf(one))),
  );
}
for (const [event, all] of giteaEvents) {
  write(
    GITEA,
    event,
    all.map((one) => snapshotOf(one.id, giteaEvent(one, RECEIVED_AT))),
  );
}
if (!process.argv.includes("--check")) {
  removeOthers(FOLDER, [...exampleEvents, "gitea"]);
  removeOthers(GITEA, [...giteaEvents.keys()]);
}

function write(folder: string, event: string, snapshots: readonly string[]): void {
  writeOrCheck(join(folder, `${event}.txt`), snapshots.join("\n"), HOW_TO);
}

function snapshotOf(id: string, event: WebhookEvent): string {
  const { reading, messages } = toldBy(event);
  const notes = [
    reading.hidden &&
      `${reading.news.length === 0 ? "told to nobody" : "no message of its own"}: ${reading.hidden}`,
    reading.quiet && `only to routes that name it: ${reading.quiet}`,
    reading.attention && reading.echo && "no reply where the card is only now posted",
  ].filter(Boolean);
  const drawn = messages.flatMap(({ what, show }) =>
    VOICES.flatMap((voice) => {
      const notification = show(voice);
      return [
        block(`${what}, Discord, ${voice.lang}`, drawnInDiscord(notification, voice)),
        block(`${what}, Telegram, ${voice.lang}`, drawnInTelegram(notification, voice)),
      ];
    }),
  );
  const tone = messages[0]?.show(VOICES[0] ?? { lang: "en", emoji: true }).tone ?? "";
  return [`##### ${id} (${tone})`, ...notes, "", ...drawn].join("\n");
}

function block(title: string, text: string): string {
  const body = text
    .split("\n")
    .map((line) => `| ${line}`.trimEnd())
    .join("\n");
  return `${title}\n${body}\n`;
}

function webhookOf({ event, action, payload }: Example): WebhookEvent {
  return {
    provider: "github",
    endpoint: "global",
    deliveryId: "snapshot",
    event,
    ...(action === undefined ? {} : { action }),
    receivedAt: RECEIVED_AT,
    payload,
  };
}

function removeOthers(folder: string, events: readonly string[]): void {
  for (const file of readdirSync(folder)) {
    if (!events.includes(file.replace(/\.txt$/, ""))) rmSync(join(folder, file));
  }
}
