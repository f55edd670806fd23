import { z } from "zod";
import { line, list, object } from "./fields.ts";
import { formatter } from "./formatter.ts";

const Ping = z.object({ zen: line, hook: object({ events: list(line) }) });
const SHOWN_MAX = 12;

/** The first event a new webhook sends. */
export const ping = formatter(Ping, {
  tell({ zen, hook }, { t }) {
    const events = hook?.events ?? [];
    const shown = events
      .slice(0, SHOWN_MAX)
      .map((event) => (event === "*" ? t("word.all_events") : event.replaceAll("_", " ")));
    const more = events.length - shown.length;
    const names = [...shown, ...(more > 0 ? [t("word.more", { count: more })] : [])].join(
      t("word.comma"),
    );
    return {
      tone: "success",
      icon: "🏓",
      body: zen,
      fields: [names === "" ? undefined : { name: t("field.events"), value: [names] }],
    };
  },
});
