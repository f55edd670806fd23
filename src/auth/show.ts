import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Translate } from "../i18n/translate.ts";
import { languageFor } from "./language.ts";
import { document, pageHeaders } from "./page.ts";
import type { Content } from "./pages.ts";

export interface ShowOptions {
  /** The language of the chat, for who asks for none that we speak. */
  lang?: string;
  /** Besides this site, the origin where the page's form may lead. */
  formTo?: string;
}

/** Answers with a page in the reader's language. */
export type Show = (
  c: Context,
  status: ContentfulStatusCode,
  content: (t: Translate) => Content,
  options?: ShowOptions,
) => Promise<Response>;

export function createShow(deps: { translatorFor(lang: string): Promise<Translate> }): Show {
  return async (c, status, content, options = {}) => {
    const lang = languageFor(c.req.header("accept-language"), options.lang);
    const t = await deps.translatorFor(lang);
    const { heading, body } = content(t);
    const page = await document({ lang, title: t("auth.title"), heading: t(heading), body });
    return c.html(page, status, {
      ...(await pageHeaders(options.formTo)),
      vary: "accept-language",
    });
  };
}
