import { IntlMessageFormat } from "intl-messageformat";
import { type Catalog, en, type MessageKey } from "./en/index.ts";
import { zh } from "./zh/index.ts";

export type { MessageKey } from "./en/index.ts";

export type MessageParams = Readonly<Record<string, string | number | Date>>;

/** Says one sentence in one language; `params` fill its ICU placeholders. */
export type Translate = (key: MessageKey, params?: MessageParams) => string;

/** Messages laid over a built-in catalogue: `i18n:{lang}`, already checked key by key. */
export type Overlay = Readonly<Partial<Record<MessageKey, string>>>;

export const catalogs: Readonly<Record<string, Catalog>> = { en, zh };

/** Languages with a complete catalogue of their own. */
export const LANGUAGES = ["en", "zh"] as const;

const formats = new Map<string, IntlMessageFormat>();

/** A translator for a language, which may be a locale (`zh-CN`); what it lacks is said in English. */
export function translator(lang: string, overlay: Overlay = {}): Translate {
  const language = languageOf(lang);
  const catalog = catalogs[language] ?? en;
  return (key, params) => {
    const message = overlay[key] ?? catalog[key];
    // Most messages have no placeholder; parsing them would be wasted CPU.
    if (!message.includes("{")) return message;
    return String(formatOf(language, message).format(params));
  };
}

/** `zh-CN`, `zh_TW` → `zh`; English for what is no language at all. */
export function languageOf(lang: string): string {
  const [language = ""] = lang.toLowerCase().split(/[-_]/);
  return /^[a-z]{2,3}$/.test(language) ? language : "en";
}

/** Whether a string from outside names a message. */
export function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(en, key);
}

function formatOf(language: string, message: string): IntlMessageFormat {
  const id = `${language}:${message}`;
  const known = formats.get(id);
  if (known !== undefined) return known;
  const made = new IntlMessageFormat(message, language, undefined, { ignoreTag: true });
  formats.set(id, made);
  return made;
}
