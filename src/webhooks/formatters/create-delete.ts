import { z } from "zod";
import { line, shortRef } from "./fields.ts";
import { formatter } from "./formatter.ts";
import { refPage } from "./ref-page.ts";
import { code } from "./sentence.ts";
import { isQueueRef, refNews } from "./subjects/ref.ts";

const Payload = z.object({ ref: line, ref_type: line });

/** `create` and `delete`: each comes with a push that says more, and shares its message. */
export const create = refFormatter(false);
export const deletion = refFormatter(true);

function refFormatter(deleted: boolean) {
  return formatter(Payload, {
    subject: "ref",
    read: ({ ref, ref_type }, occasion) =>
      isQueueRef(ref)
        ? { hidden: "the merge queue's own branches are told by its events" }
        : { news: refNews(occasion, { name: shortRef(ref ?? ""), type: ref_type, deleted }) },
    tell({ ref, ref_type }, { around, event }) {
      const name = ref === undefined ? undefined : shortRef(ref);
      const page = refPage(around.repository?.html_url, event.provider, ref_type, name);
      const url = deleted ? undefined : page;
      return {
        variant:
          ref_type === "branch" || ref_type === "tag" || (ref_type === "repository" && !deleted)
            ? ref_type
            : "",
        slots: { branch: name === undefined ? undefined : code(name, url) },
        url,
        tone: deleted ? "closed" : "info",
        icon: deleted ? "🗑️" : ref_type === "tag" ? "🏷️" : "🌱",
      };
    },
  });
}
