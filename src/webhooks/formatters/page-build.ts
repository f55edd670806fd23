import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import { stateWord } from "./cards/checks.ts";
import { line, object, part, person, shortSha, text, time } from "./fields.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";
import { person as whom } from "./spans.ts";

export const pageBuild = simple(
  {
    build: part({
      status: line,
      error: object({ message: text }),
      pusher: person,
      commit: line,
      updated_at: time,
    }),
  },
  {},
  ({ build }, { around, t }) => ({
    slots: { result: stateWord("built", build.status, t) },
    tone: build.status === "built" ? "success" : build.status === "errored" ? "failure" : "pending",
    icon: build.status === "errored" ? "❌" : "📄",
    body: build.error?.message,
    at: build.updated_at,
    fields: [
      commitField(build.commit, around.repository?.html_url, t),
      build.pusher && { name: t("field.trigger"), value: [whom(build.pusher, t)], inline: true },
    ],
  }),
);

function commitField(
  sha: string | undefined,
  repoUrl: string | undefined,
  t: Translate,
): Field | undefined {
  if (sha === undefined) return undefined;
  const url = repoUrl && `${repoUrl}/commit/${sha}`;
  return { name: t("field.commit"), value: [code(shortSha(sha), url)], inline: true };
}
