import { z } from "zod";
import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { SubjectNews } from "../../domain/subject.ts";
import { excerpt } from "./excerpt.ts";
import { about, type Facets, newest, somebody, subjectOf, value } from "./facets.ts";
import { flag, id, line, link, list, object, part, person, text, time } from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { looks } from "./looks.ts";
import { inline } from "./opening.ts";
import { code } from "./sentence.ts";
import { named } from "./spans.ts";

const Release = object({
  id,
  tag_name: line,
  name: line,
  body: text,
  html_url: link,
  draft: flag,
  prerelease: flag,
  author: person,
  created_at: time,
  updated_at: time,
  published_at: time,
  assets: list(object({ name: line })),
});
type Release = NonNullable<z.infer<typeof Release>>;

const Payload = z.object({
  release: Release,
  changes: part({ name: object({ from: line }), body: z.unknown().optional() }),
});
type Changes = z.infer<typeof Payload>["changes"];

/** How long after the publishing its companions may arrive. */
const COMPANIONS_MS = 600_000;
const TOLD = "it comes along with `published`, which tells it";
const DRAFT = "drafts are private until they are published";

const LOOKS = looks({
  created: ["info", "🏷️"],
  published: ["success", "🎉"],
  released: ["success", "🎉"],
  prereleased: ["info", "🧪"],
  edited: ["neutral", "✏️"],
  renamed: ["neutral", "✏️"],
  unpublished: ["neutral", "⚪"],
  deleted: ["neutral", "🗑️"],
});

/** One publishing is `created`, `published` and `released` at once: one card. */
export const release = formatter(Payload, {
  subject: "release",
  read({ release }, occasion) {
    if (release?.draft === true && occasion.action !== "unpublished") return { hidden: DRAFT };
    return { news: releaseNews(release, occasion), hidden: companion(release, occasion) };
  },
  tell({ release, changes }, { action, t }) {
    const name = release?.name ?? release?.tag_name;
    const before = changes.name?.from;
    const variant = action === "edited" && before !== undefined ? "renamed" : action;
    const url = action === "deleted" ? undefined : release?.html_url;
    return {
      variant,
      ...LOOKS(variant),
      slots: { release: named(name, url), before: named(before) },
      url,
      fields: [tagField(release, t), action === "published" ? assetsField(release, t) : undefined],
      body: onlyRenamed(changes) ? undefined : notesOf(release, action),
      at: action === "published" ? release?.published_at : release?.updated_at,
    };
  },
  quiet: {
    "*": `of drafts: ${DRAFT}`,
    "created, released, prereleased": `in routes of the style plain: ${TOLD}`,
  },
});

/** The tag, where the release is not simply named after it. */
function tagField(release: Release | undefined, t: Translate): Field | undefined {
  const { name, tag_name: tag } = release ?? {};
  if (tag === undefined || name === undefined || name === tag) return undefined;
  return inline(t("field.tag"), [code(tag)]);
}

function assetsField(release: Release | undefined, t: Translate): Field | undefined {
  const count = release?.assets?.length ?? 0;
  return count === 0 ? undefined : inline(t("field.assets"), [String(count)]);
}

/** The notes are as they were. */
function onlyRenamed({ name, body }: Changes): boolean {
  return name !== undefined && body === undefined;
}

/** What was withdrawn no longer shows its notes. */
function notesOf(release: Release | undefined, action: string): string | undefined {
  const withdrawn = action === "deleted" || action === "unpublished";
  return withdrawn || release?.draft === true ? undefined : release?.body;
}

/** GitHub sends these along with `published`; long after it, they are news of their own. */
function companion(release: Release | undefined, { action, event }: Occasion): string | undefined {
  if (action !== "created" && action !== "released" && action !== "prereleased") return undefined;
  const published = release?.published_at;
  const justNow = published !== undefined && event.receivedAt - published < COMPANIONS_MS;
  return justNow ? TOLD : undefined;
}

function releaseNews(release: Release | undefined, occasion: Occasion): SubjectNews[] {
  const subject = subjectOf("release", occasion, release?.id);
  if (release === undefined || subject === undefined) return [];
  const at = releaseTime(release, occasion);
  const version = [0, at, 0] as const;
  const facets = {
    ...about(occasion, at),
    ...value("title", version, release.name ?? release.tag_name),
    ...value("tag", version, release.tag_name),
    ...value("url", version, release.html_url),
    ...value("body", version, excerpt(release.body ?? "")),
    ...value("author", version, somebody(release.author)),
    ...value("assets", version, release.assets?.length),
    ...value("state", version, stateOf(release, occasion.action)),
    // Deleted is for ever.
    ...value("gone", version, occasion.action === "deleted" ? "deleted" : undefined),
    ...withdrawerFacet(occasion, at),
    ...value("at", version, at),
  };
  return [{ subject, facets }];
}

/** Who withdrew it last; who deleted it, for ever. */
function withdrawerFacet({ action, around }: Occasion, at: number): Facets {
  if (action !== "unpublished" && action !== "deleted") return {};
  return value("withdrawer", [action === "deleted" ? 1 : 0, at, 0], somebody(around.sender));
}

function stateOf({ prerelease }: Release, action: string): string {
  if (action === "unpublished") return "unpublished";
  return prerelease === true ? "prerelease" : "published";
}

/** `created_at` is the commit's; without `updated_at` an edit can only be placed by when it came. */
function releaseTime(release: Release, occasion: Occasion): number {
  if (release.updated_at !== undefined)
    return newest(occasion, release.updated_at, release.published_at);
  const later = ["edited", "unpublished", "deleted"].includes(occasion.action);
  return later ? occasion.event.receivedAt : newest(occasion, release.published_at);
}
