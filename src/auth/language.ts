import { LANGUAGES, languageOf } from "../i18n/translate.ts";

/** The reader's language: the first of the browser's that we speak, else the chat's, else English. */
export function languageFor(acceptLanguage: string | undefined, chatLang?: string): string {
  const asked = (acceptLanguage ?? "")
    .split(",")
    .map((entry) => {
      const [tag = "", ...options] = entry.trim().split(";");
      const quality = /q=([\d.]+)/.exec(options.join(";"))?.[1];
      return { tag, quality: Number(quality ?? 1) };
    })
    // What names no language must not be taken for English.
    .filter(({ tag, quality }) => /^[a-z]/i.test(tag) && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => languageOf(tag));
  const known: readonly string[] = LANGUAGES;
  return asked.find((lang) => known.includes(lang)) ?? chatLang ?? "en";
}
