import type { z } from "zod";
import type { Block, Span } from "../../domain/text.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { line, link, list, object, text } from "./fields.ts";
import { lineList } from "./line-list.ts";
import { linked } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

const PAGE_ACTIONS = new Set(["created", "edited", "deleted"]);
const Page = object({ title: line, page_name: line, action: line, html_url: link, summary: text });

export const gollum = simple(
  { pages: list(Page) },
  { "*": ["info", "📖"] },
  ({ pages = [] }, { t }) => {
    const [only] = pages;
    if (only === undefined || pages.length > 1) {
      const count = t("count.pages", { count: pages.length });
      return { slots: { pages: count }, blocks: pageList(pages, t) };
    }
    const page = named(only.title ?? only.page_name, only.html_url);
    return {
      variant: PAGE_ACTIONS.has(only.action ?? "") ? only.action : "",
      slots: { page, pages: page },
      url: only.html_url,
      body: only.summary,
    };
  },
);

const PAGES_MAX = 10;

/** Which pages, and what became of each. */
function pageList(pages: readonly NonNullable<z.infer<typeof Page>>[], t: Translate): Block[] {
  const shown = pages.slice(0, PAGES_MAX).map((page): Span[] => {
    const title = linked(page.title ?? page.page_name ?? t("word.untitled"), page.html_url);
    const key = `page.${page.action}`;
    return isMessageKey(key) ? [title, " · ", t(key)] : [title];
  });
  const more = pages.length - shown.length;
  return lineList(more > 0 ? [...shown, [t("word.more", { count: more })]] : shown);
}
