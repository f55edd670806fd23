import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import { createConfigurationStore } from "../../src/storage/configuration.ts";
import { createD1Gate } from "../../src/storage/d1-gate.ts";
import { translator } from "../../src/i18n/translate.ts";
import { whatIsWanted, type Wanted } from "./oracle.ts";
import { MOVED_TO } from "./places.ts";
import type { Chaos } from "./run-chaos.ts";

/** How long Discord is relied upon to recognise a repeat. */
const NONCE_WINDOW_MS = 120_000;

export interface Judgement {
  problems: string[];
  doubles: number;
}

/** What a person would see, and what an operator would find. */
export async function judge(chaos: Chaos): Promise<Judgement> {
  const { db, kv, clock } = chaos;
  const now = () => clock.now;
  const configuration = await createConfigurationStore({
    db,
    kv,
    gate: createD1Gate({ db, now }),
    now,
  }).current();
  const order = (id: string) => Number(id.slice(2));
  const events = chaos.accepted.toSorted((a, b) => order(a.id) - order(b.id));
  const wanted = whatIsWanted(events, configuration);
  const chats = judgeChats(chaos, wanted);
  return {
    doubles: chats.doubles,
    problems: [
      ...chats.problems,
      ...(await judgeDoubles(chaos, chats.doubles)),
      ...judgeSummaries(chaos),
      ...chaos.unexplained.map((id) => `ended without a failure in the log: ${id}`),
      ...chaos.chats.refused.map((text) => `refused without being told to: ${text}`),
      ...(await judgeStorage(chaos)),
    ],
  };
}

/** Wanted things of one target that read alike: two groups may want the same there. */
interface Tally {
  wanted: Wanted;
  /** How often it must be seen, and may be. */
  least: number;
  most: number;
  there: ShownMessage[];
  /** Deleted by somebody, or left behind in a chat that moved. */
  gone: ShownMessage[];
}

function judgeChats(chaos: Chaos, wanted: readonly Wanted[]): Judgement {
  const tallies = tallied(wanted);
  const byText = new Map(
    tallies.flatMap((tally) =>
      tally.wanted.texts.map((text) => [`${tally.wanted.target}\n${text}`, tally] as const),
    ),
  );
  const logs = new Set(chaos.places.logs);
  const surplus: ShownMessage[] = [];
  for (const message of chaos.chats.messages().filter(({ chatId }) => !logs.has(chatId))) {
    const tally = byText.get(`${targetOf(chaos, message)}\n${message.text}`);
    if (!isThere(chaos, message)) tally?.gone.push(message);
    else if (tally === undefined) surplus.push(message);
    else tally.there.push(message);
  }
  const problems: string[] = [];
  for (const tally of tallies) {
    const { wanted, least, most, there, gone } = tally;
    surplus.push(...there.slice(most));
    // What is edited comes back with its next event; what was posted once was seen.
    const seen = there.length + (wanted.isCard ? 0 : gone.length);
    if (seen >= least || isShownWeakly(chaos, wanted)) continue;
    problems.push(`${wanted.target}: ${seen} of ${least}: ${quote(wanted.texts[0])}`);
  }
  return {
    problems: [...problems, ...unexplained(chaos, wanted, surplus)],
    doubles: surplus.length,
  };
}

function tallied(wanted: readonly Wanted[]): Tally[] {
  const tallies = new Map<string, Tally>();
  for (const one of wanted) {
    const key = `${one.target}\n${one.texts[0]}`;
    const known = tallies.get(key) ?? { least: 0, most: 0, wanted: { ...one, events: [] } };
    tallies.set(key, {
      wanted: { ...known.wanted, events: [...known.wanted.events, ...one.events] },
      least: known.least + (one.optional ? 0 : 1),
      most: known.most + 1,
      there: [],
      gone: [],
    });
  }
  return [...tallies.values()];
}

/** Under KV alone a message is shown at least once, and with its next event in that event's words. */
function isShownWeakly(chaos: Chaos, wanted: Wanted): boolean {
  if (!isWeak(chaos, wanted)) return false;
  const [text = ""] = wanted.texts;
  const [needed] = /Thing s\d+ v\d+|Run r\d+|Note c\d+|Push p\d+|#\d+/.exec(text) ?? [text];
  return chaos.chats
    .messages()
    .some((message) => targetOf(chaos, message) === wanted.target && message.text.includes(needed));
}

const isWeak = ({ inOutage }: Chaos, { events }: Wanted): boolean =>
  events.some((id) => inOutage.has(id));

/** More than wanted: only where an answer was lost, and on Discord only where a nonce was too old. */
function unexplained(
  chaos: Chaos,
  wanted: readonly Wanted[],
  surplus: readonly ShownMessage[],
): string[] {
  const keyOf = (message: ShownMessage) => `${targetOf(chaos, message)} ${markOf(message.text)}`;
  const weak = new Set(
    wanted
      .filter((one) => isWeak(chaos, one))
      .map((one) => `${one.target} ${markOf(one.texts[0])}`),
  );
  const lost = Map.groupBy(chaos.chats.lost, keyOf);
  return [...Map.groupBy(surplus, keyOf)].flatMap(([key, messages]) => {
    if (weak.has(key)) return [];
    const excuses = (lost.get(key) ?? []).filter((one) => mayDouble(chaos, one, keyOf));
    if (messages.length <= excuses.length) return [];
    const texts = messages.map(({ messageId, text }) => `#${messageId} ${quote(text)}`).join(" / ");
    return [`${key}: ${messages.length} too many, ${excuses.length} explained: ${texts}`];
  });
}

function mayDouble(
  chaos: Chaos,
  lost: ShownMessage,
  keyOf: (message: ShownMessage) => string,
): boolean {
  if (lost.platform === "telegram") return true;
  return chaos.chats
    .messages()
    .some(
      (later) => keyOf(later) === keyOf(lost) && later.postedAt - lost.postedAt > NONCE_WINDOW_MS,
    );
}

/** What a message is about, whatever it says of it. */
function markOf(text = ""): string {
  const marks = [/Note (c\d+)/, /Push (p\d+)/, /Thing (s\d+)/, /Run (r\d+)/, /(#\d+)/];
  for (const mark of marks) {
    const found = mark.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return text;
}

function isThere({ places }: Chaos, { deleted, chatId }: ShownMessage): boolean {
  return !deleted && !(chatId === places.movingChat && places.moved);
}

/** By the id its chat has in the end. */
function targetOf({ places }: Chaos, { platform, chatId, topicId }: ShownMessage): string {
  const chat = chatId === places.movingChat && places.moved ? MOVED_TO : chatId;
  return [platform, chat, ...(topicId === undefined ? [] : [topicId])].join(":");
}

/** Every double is logged as possible; without D1 there is no log. */
async function judgeDoubles({ db, inOutage }: Chaos, doubles: number): Promise<string[]> {
  const logged = await db
    .prepare("SELECT COUNT(*) AS n FROM send_logs WHERE detail LIKE '%possible_double%'")
    .first<number>("n");
  if (inOutage.size > 0 || doubles <= (logged ?? 0)) return [];
  return [`${doubles} doubles, but ${logged} of them logged as possible`];
}

/** A group is told once of an event that had trouble, and in the end that all is well. */
function judgeSummaries(chaos: Chaos): string[] {
  const settled = translator("en")("delivery.summary.settled");
  const logs = new Set(chaos.places.logs);
  const told = chaos.chats.messages().filter(({ chatId, deleted }) => logs.has(chatId) && !deleted);
  const keyOf = ({ chatId, text }: ShownMessage) => `${chatId} ${/d-\d+/.exec(text)?.[0]}`;
  const lost = Map.groupBy(chaos.chats.lost, keyOf);
  return [...Map.groupBy(told, keyOf)].flatMap(([key, messages]) => {
    const allowed = 1 + (lost.get(key)?.length ?? 0);
    const open = messages.filter(({ text }) => !text.includes(settled));
    return [
      ...(messages.length > allowed ? [`${key}: told ${messages.length} times`] : []),
      ...(open.length > allowed - 1 ? [`${key}: still told as ${quote(open[0]?.text)}`] : []),
    ];
  });
}

async function judgeStorage({ db, clock, inOutage }: Chaos): Promise<string[]> {
  const checks: Record<string, string> = {
    "outbox rows": "SELECT COUNT(*) AS n FROM outbox WHERE ?1 > 0",
    "leases that ran out": `SELECT COUNT(*) AS n FROM message_tracking
      WHERE subject_key IS NOT NULL AND lease_until > 0 AND lease_until <= ?1`,
    "failures without a reason": `SELECT COUNT(*) AS n FROM send_logs
      WHERE ok = 0 AND error IS NULL AND ?1 > 0`,
  };
  // What D1 knew of a delivery that was then shown without it stays as it was.
  const open = await db
    .prepare("SELECT key, status FROM delivery_state WHERE status <> 'delivered'")
    .all<{ key: string; status: string }>();
  const problems = open.results
    .filter(({ key }) => !inOutage.has(key.split(":")[3] ?? ""))
    .map(({ key, status }) => `${key} is ${status} in the end`);
  for (const [name, sql] of Object.entries(checks)) {
    const found = (await db.prepare(sql).bind(clock.now).first<number>("n")) ?? 0;
    if (found > 0) problems.push(`${found} ${name} in the end`);
  }
  return problems;
}

const quote = (text = ""): string => JSON.stringify(text.slice(0, 300));
