/** Writes tests/snapshots/events: every published payload as people see it, on both platforms, in both languages. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Example, exampleEvents, examples } from "../sandbox/stories/examples.ts";
import type { Voice } from "../src/domain/voice.ts";
import type { WebhookEvent } from "../src/domain/webhook-event.ts";
import { drawnInDiscord, drawnInTelegram } from "./events/drawn.ts";
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

mkdirSync(FOLDER, { recursive: true });
for (const event of exampleEvents) {
  const payloads = examples.filter((example) => example.event === event);
  writeOrCheck(join(FOLDER, `${event}.txt`), payloads.map(snapshotOf).join("\n"), HOW_TO);
}
if (!process.argv.includes("--check")) removeOthers();

function snapshotOf(example: Example): string {
  const { reading, messages } = toldBy(webhookOf(example));
  const notes = [
    reading.hidden && `told to nobody: ${reading.hidden}`,
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
  return [`##### ${example.id} (${tone})`, ...notes, "", ...drawn].join("\n");
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

function removeOthers(): void {
  const known = new Set(exampleEvents.map((event) => `${event}.txt`));
  for (const file of readdirSync(FOLDER)) if (!known.has(file)) rmSync(join(FOLDER, file));
}
