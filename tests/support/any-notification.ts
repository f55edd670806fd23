import * as fc from "fast-check";
import type { Action, Field, Notification, Tone } from "../../src/domain/notification.ts";
import type { Block, ListItem, PersonSpan, Span } from "../../src/domain/text.ts";
import { markdownToBlocks } from "../../src/webhooks/markdown/markdown-to-blocks.ts";

const NASTY = [
  "@everyone",
  "<@123>",
  "<b>",
  "</a>",
  "&amp;",
  "&",
  "```",
  "`",
  "**",
  "*",
  "_",
  "[x](https://evil.example)",
  "]",
  "[",
  ")",
  "|",
  "~~",
  "> ",
  "\n",
  "\n\n",
  "# ",
  "- ",
  "1. ",
  "\\",
  "\u202E",
  "\u200B",
  "\u0000",
  "\uD800",
  "\uDC00",
  "👩‍👩‍👧‍👦",
  "e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301",
  "中文",
  "https://example.org/a_b*c(d)",
  "<details><summary>",
  "</summary>",
  "<!--",
  "-->",
  "| a | b |\n|---|---|\n| 1 | 2 |\n",
  "- [ ] ",
  "/start",
  "ok",
  " ",
  "\u3164",
];

/** Text of any kind and length, markup and broken characters included. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.array(fc.constantFrom(...NASTY), { maxLength: 30 }).map((parts) => parts.join("")),
  fc
    .tuple(fc.constantFrom(...NASTY), fc.integer({ min: 0, max: 3_000 }))
    .map(([part, times]) => part.repeat(times)),
);

const anyUrl = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.constantFrom(
    "javascript:alert(1)",
    "",
    "https://a.example/(x)_[y]*'\"<z>",
    "http://localhost/x",
    "https://user:password@host.example/",
    `https://a.example/${"x".repeat(3_000)}`,
    `https://a.example/${"(".repeat(900)}`,
  ),
);

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

type Model<T> = { [K in keyof T]-?: fc.Arbitrary<T[K] | undefined> };

/** Any object of a shape, without the keys that came out undefined: optional properties are exact. */
function exact<T extends object>(model: Model<T>): fc.Arbitrary<T> {
  const parts = Object.entries<fc.Arbitrary<unknown>>(model).map(([key, arbitrary]) =>
    arbitrary.map((value) => [key, value] as const),
  );
  return fc
    .tuple(...parts)
    .map((entries) => Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as T);
}

const anySpan: fc.Arbitrary<Span> = fc.oneof(
  anyText,
  exact<Extract<Span, { text: string }>>({
    text: anyText,
    url: maybe(anyUrl),
    bold: maybe(fc.boolean()),
    italic: maybe(fc.boolean()),
    strike: maybe(fc.boolean()),
    code: maybe(fc.boolean()),
  }),
  fc.record({
    at: fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(Number.NaN, -1, 1e300)),
    style: fc.constantFrom("relative" as const, "date" as const, "time" as const),
  }),
  exact<Extract<Span, { person: string }>>({
    person: anyText,
    url: maybe(anyUrl),
    id: maybe(fc.constant("7")),
    discordId: maybe(fc.constantFrom("123456789012345678", "@everyone")),
    telegram: maybe(
      exact<NonNullable<PersonSpan["telegram"]>>({
        name: anyText,
        url: maybe(fc.constant("https://t.me/ada")),
      }),
    ),
  }),
);
const anySpans = fc.array(anySpan, { maxLength: 6 });

const { blocks: anyBlocks } = fc.letrec<{ block: Block; blocks: Block[]; item: ListItem }>(
  (tie) => ({
    blocks: fc.array(tie("block"), { maxLength: 5, depthIdentifier: "block" }),
    item: exact<ListItem>({ checked: maybe(fc.boolean()), blocks: tie("blocks") }),
    block: fc.oneof(
      { depthIdentifier: "block", maxDepth: 4, withCrossShrink: true },
      fc.record({ type: fc.constant("paragraph" as const), spans: anySpans }),
      fc.record({
        type: fc.constant("heading" as const),
        level: fc.integer({ min: 1, max: 6 }),
        spans: anySpans,
      }),
      exact<Extract<Block, { type: "code" }>>({
        type: fc.constant("code" as const),
        text: anyText,
        language: maybe(anyText),
      }),
      fc.record({ type: fc.constant("quote" as const), blocks: tie("blocks") }),
      exact<Extract<Block, { type: "list" }>>({
        type: fc.constant("list" as const),
        ordered: fc.boolean(),
        start: maybe(fc.integer({ min: 0, max: 1e9 })),
        items: fc.array(tie("item"), { maxLength: 5 }),
      }),
      fc.record({
        type: fc.constant("table" as const),
        header: fc.array(anySpans, { maxLength: 4 }),
        rows: fc.array(fc.array(anySpans, { maxLength: 4 }), { maxLength: 5 }),
      }),
      fc.record({
        type: fc.constant("details" as const),
        summary: anySpans,
        blocks: tie("blocks"),
      }),
      fc.record({ type: fc.constant("rule" as const) }),
    ),
  }),
);

const anyTone = fc.constantFrom<Tone>("open", "merged", "failure", "#ff8800", "#nonsense");

const anyField = exact<Field>({ name: anyText, value: anySpans, inline: maybe(fc.boolean()) });

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ type: fc.constant("link" as const), label: anyText, url: anyUrl }),
  exact<Extract<Action, { type: "command" }>>({
    type: fc.constant("command" as const),
    label: anyText,
    command: fc.constantFrom("pr merge", "pr close", "issue close"),
    payload: fc.oneof(fc.constant("octo/hello#12"), anyText),
    tone: maybe(fc.constantFrom("primary" as const, "success" as const, "danger" as const)),
  }),
);

const anyBody = fc.oneof(
  anyBlocks,
  fc.array(anyText, { maxLength: 8 }).map((parts) =>
    markdownToBlocks(parts.join("\n\n"), {
      forgeUrl: "https://github.com",
      repoUrl: "https://github.com/octo/hello",
    }),
  ),
);

/** Any notification a formatter could make of any payload, and worse. */
export const anyNotification: fc.Arbitrary<Notification> = exact<Notification>({
  tone: anyTone,
  icon: maybe(fc.constantFrom("✅", "🟣")),
  headline: anySpans,
  title: maybe(anyText),
  url: maybe(anyUrl),
  author: maybe(
    exact<NonNullable<Notification["author"]>>({
      name: anyText,
      url: maybe(anyUrl),
      avatarUrl: maybe(anyUrl),
    }),
  ),
  body: maybe(anyBody),
  bodyLeft: maybe(fc.nat()),
  fields: maybe(fc.array(anyField, { maxLength: 30 })),
  footer: maybe(anyText),
  at: maybe(fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.constant(Number.NaN))),
  imageUrl: maybe(anyUrl),
  actions: maybe(fc.array(anyAction, { maxLength: 30 })),
});
