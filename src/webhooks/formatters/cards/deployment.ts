import { z } from "zod";
import { personOf, readValue, textOf } from "../facets.ts";
import { shortSha } from "../fields.ts";
import type { Card } from "../formatter.ts";
import { bold, code, sentence } from "../sentence.ts";
import { branchOrCommit } from "../spans.ts";
import { iconOf, stateWord, toneOf } from "./checks.ts";
import { card, field, openAction, who } from "./parts.ts";

const Status = z.object({
  state: z.string(),
  description: z.string().optional(),
  url: z.string().optional(),
  site: z.string().optional(),
  at: z.number().optional(),
});

/** A deployment and its newest status. */
export const deploymentCard: Card = (state, scene) => {
  const { t } = scene;
  const status = readValue(state, "status", Status) ?? { state: "created" };
  const sha = textOf(state, "sha");
  const author = personOf(state, "author");
  return card(state, scene, {
    tone: status.state === "created" ? "pending" : toneOf(status.state),
    icon: status.state === "created" ? "🚀" : iconOf(status.state),
    headline: sentence(t, "card.deployment", {
      branch: branchOrCommit(textOf(state, "ref"), sha, t),
      environment: bold(textOf(state, "environment") ?? t("word.somewhere"), status.site),
      result: stateWord("deployed", status.state, t),
    }),
    url: status.url ?? textOf(state, "url"),
    at: status.at,
    fields: [
      field(
        scene,
        "field.description",
        list(status.description ?? textOf(state, "description")),
        false,
      ),
      field(scene, "field.commit", sha === undefined ? [] : [code(shortSha(sha))]),
      field(scene, "field.trigger", author === undefined ? [] : [who(author, scene)]),
    ],
    actions: [
      openAction(scene, status.url ?? textOf(state, "url")),
      status.site === undefined
        ? undefined
        : { type: "link", label: t("button.site"), url: status.site },
    ],
  });
};

function list(value: string | undefined): string[] {
  return value === undefined || value === "" ? [] : [value];
}
