import {
  isMessageKey,
  languageOf,
  type Overlay,
  type Translate,
  translator,
} from "../i18n/translate.ts";
import type { Group } from "../domain/group.ts";
import type { I18nOverlays } from "../storage/i18n-overlays.ts";

/** Translators with the operator's overlays on them. */
export interface Languages {
  /** Reads the overlay (at most 30 s old) first. */
  translatorFor(lang: string): Promise<Translate>;
  /** With the overlay as last read: for work that must not wait. `refresh` keeps it fresh. */
  translate(lang: string): Translate;
  /** Reads the overlays of the languages in use again, where they are old; at first those of these groups. */
  refresh(groups?: readonly Pick<Group, "lang">[]): Promise<void>;
}

type Messages = Readonly<Record<string, string>>;

const NOTHING: Messages = {};

export function createLanguages(overlays: Pick<I18nOverlays, "read">): Languages {
  const known = new Map<string, { messages: Messages; translate: Translate }>();

  /** The same overlay keeps its translator, and with it its parsed messages. */
  const keep = (language: string, messages: Messages): Translate => {
    const before = known.get(language);
    if (before?.messages === messages) return before.translate;
    const translate = translator(language, overlayOf(messages));
    known.set(language, { messages, translate });
    return translate;
  };
  const read = async (lang: string): Promise<Translate> => {
    const language = languageOf(lang);
    const { messages } = await overlays.read(language).catch(() => ({ messages: NOTHING }));
    return keep(language, messages);
  };

  return {
    translatorFor: read,
    translate(lang) {
      const language = languageOf(lang);
      return known.get(language)?.translate ?? keep(language, NOTHING);
    },
    async refresh(groups) {
      const spoken = groups?.map(({ lang }) => languageOf(lang ?? "en"));
      const unread = spoken?.filter((language) => !known.has(language));
      await Promise.all([...new Set(unread ?? known.keys())].map(read));
    },
  };
}

function overlayOf(messages: Messages): Overlay {
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isMessageKey(key)));
}
