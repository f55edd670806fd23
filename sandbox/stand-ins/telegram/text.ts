import { badRequest } from "./errors.ts";
import { type Entity, parseHtml, type ParsedText } from "./html.ts";
import type { Params } from "./parameters.ts";

/** In UTF-16 units, after the markup is parsed. */
const TEXT_LIMIT = 4096;
/** Characters that show nothing: a text of these alone is none. */
const INVISIBLE =
  /[\s\u00ad\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2800\u3164\ufeff\ufffc]/g;

/** What a person reads of a message's parameters. Throws what Telegram says to bad ones. */
export function shownText(params: Params): ParsedText {
  const { text: source, parse_mode: mode } = params;
  if (typeof source !== "string" || source === "") throw badRequest("message text is empty");
  if (mode !== undefined && mode !== "HTML") {
    throw badRequest(`unsupported parse_mode: the sandbox reads HTML`);
  }
  const parsed =
    mode === "HTML" ? parseHtml(source) : { text: source, entities: givenEntities(params) };
  const shown = trimmed({ ...parsed, text: cleaned(parsed.text) });
  if (shown.text.replace(INVISIBLE, "") === "") throw badRequest("text must be non-empty");
  if (shown.text.length > TEXT_LIMIT) throw badRequest("message is too long");
  return shown;
}

function givenEntities({ text, entities }: Params): Entity[] {
  const given = (Array.isArray(entities) ? entities : []) as Entity[];
  const length = typeof text === "string" ? text.length : 0;
  const isOutside = given.some(
    (entity) => entity.offset < 0 || entity.offset + entity.length > length,
  );
  if (isOutside) throw badRequest("can't parse entities: entity is out of the text");
  return given;
}

/** Telegram shows control characters as spaces and drops carriage returns. Lengths must not change here. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const cleaned = (text: string): string => text.replace(/[\0-\x09\x0b-\x1f]/g, " ");

/** Telegram takes blank space at both ends away. */
function trimmed({ text, entities }: ParsedText): ParsedText {
  const start = text.length - text.trimStart().length;
  const kept = text.trim();
  return {
    text: kept,
    entities: entities.flatMap((entity) => {
      const from = Math.max(0, entity.offset - start);
      const to = Math.min(kept.length, entity.offset + entity.length - start);
      return to > from ? [{ ...entity, offset: from, length: to - from }] : [];
    }),
  };
}

/** The user names a text mentions, whether the bot meant it or not. Code and links mention nobody. */
export function mentionedNames({ text, entities }: ParsedText): string[] {
  const isQuiet = (index: number): boolean =>
    entities.some(
      ({ type, offset, length }) =>
        ["code", "pre", "text_link"].includes(type) && index >= offset && index < offset + length,
    );
  return [...text.matchAll(/(?<![\w@])@(\w{4,32})/g)]
    .filter(({ index }) => !isQuiet(index))
    .map(([, name = ""]) => name.toLowerCase());
}

/** The people a text links by their id. */
export function mentionedIds({ entities }: ParsedText): string[] {
  return entities.flatMap(({ url }) =>
    typeof url === "string" ? (/^tg:\/\/user\?id=(\d+)$/.exec(url)?.[1] ?? []) : [],
  );
}
