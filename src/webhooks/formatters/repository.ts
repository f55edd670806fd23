import type { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import type { Field } from "../../domain/notification.ts";
import type { Block, Span } from "../../domain/text.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import {
  count,
  flag,
  line,
  link,
  list,
  object,
  part,
  person,
  shortSha,
  text,
  time,
} from "./fields.ts";
import { permissionField } from "./permission.ts";
import { code, linked } from "./sentence.ts";
import { forgeHost } from "./facets.ts";
import { repositoryPicture } from "./pictures.ts";
import { simple } from "./simple.ts";
import { branch, named, person as whom } from "./spans.ts";

const from = part({ from: line });

/** What happens around a repository, and who may reach it. */
export const publicized = simple(
  {},
  { "*": ["warning", "🌍"] },
  (_, scene) => ({ imageUrl: repositoryPicture(scene.around.repository, forgeHost(scene)) }),
  { "*": "it comes along with `repository` (`publicized`), which tells it" },
);

export const repositoryImport = simple({ status: line }, {}, ({ status }, { t }) => ({
  slots: { result: stateWord("imported", status, t) },
  tone: toneOf(status ?? ""),
  icon: iconOf(status ?? ""),
}));

/** A dispatch's action is a name of the sender's choice. */
export const repositoryDispatch = simple(
  { action: line, event_type: line, branch: line },
  { "*": ["info", "📡"] },
  ({ action, event_type }) => ({
    variant: "",
    slots: { kind: named(event_type ?? action) },
  }),
);

export const fork = simple(
  { forkee: object({ full_name: line, html_url: link, private: flag }) },
  { "*": ["info", "🍴"] },
  ({ forkee }, scene) => ({
    imageUrl: repositoryPicture(forkee, forgeHost(scene)),
    slots: {
      fork: forkee?.full_name === undefined ? undefined : linked(forkee.full_name, forkee.html_url),
    },
    url: forkee?.html_url,
  }),
);

const Starred = { repository: part({ stargazers_count: count }) };

export const star = simple(
  Starred,
  { created: ["info", "⭐"], deleted: ["neutral", "⭐"] },
  ({ repository }, { t }) => ({ fields: [starsField(repository.stargazers_count, t)] }),
);
export const watch = simple(
  Starred,
  { "*": ["info", "⭐"] },
  ({ repository }, { t }) => ({ fields: [starsField(repository.stargazers_count, t)] }),
  {
    "*": "it comes along with `star`, which tells it",
  },
);

/** How many it has now. */
function starsField(count: number | undefined, t: Translate): Field | undefined {
  return count === undefined
    ? undefined
    : { name: t("field.stars"), value: [t("count.stars", { count })], inline: true };
}

/** The key itself is public, but nobody wants to read it. */
export const deployKey = simple(
  { key: object({ title: line, read_only: flag }) },
  { created: ["warning", "🔑"], deleted: ["info", "🔑"] },
  ({ key }, { action, t }) => ({
    slots: { key: named(key?.title) },
    fields: [
      action === "deleted" || key?.read_only === undefined
        ? undefined
        : permissionField(t, key.read_only ? "read" : "write"),
    ],
  }),
);

const BY_THEMSELVES: Readonly<Record<string, string>> = { added: "joined", removed: "left" };

export const member = simple(
  {
    member: person,
    changes: part({
      permission: part({ from: line, to: line }),
      role_name: part({ to: line }),
      old_permission: from,
    }),
  },
  { added: ["info", "👤"], edited: ["info", "👤"], removed: ["warning", "👤"] },
  ({ member, changes }, { action, around, t }) => {
    const own = member?.login !== undefined && member.login === around.sender?.login;
    const before = changes.permission.from ?? changes.old_permission.from;
    return {
      // Who accepts an invitation is the actor, too.
      variant: own ? lookup(BY_THEMSELVES, action) : action,
      slots: { person: whom(member, t) },
      fields: [permissionField(t, changes.role_name.to ?? changes.permission.to, before)],
    };
  },
);

const PAGES_MAX = 10;

/** Which pages, and what became of each. */
function pageList(pages: readonly NonNullable<z.infer<typeof Page>>[], t: Translate): Block {
  const shown = pages.slice(0, PAGES_MAX).map((page): Span[] => {
    const title = linked(page.title ?? page.page_name ?? t("word.untitled"), page.html_url);
    const key = `page.${page.action}`;
    return isMessageKey(key) ? [title, " · ", t(key)] : [title];
  });
  const more = pages.length - shown.length;
  if (more > 0) shown.push([t("word.more", { count: more })]);
  const items = shown.map((spans) => ({ blocks: [{ type: "paragraph" as const, spans }] }));
  return { type: "list", ordered: false, items };
}

const PAGE_ACTIONS = new Set(["created", "edited", "deleted"]);
const Page = object({ title: line, page_name: line, action: line, html_url: link, summary: text });

export const gollum = simple(
  { pages: list(Page) },
  { "*": ["info", "📖"] },
  ({ pages = [] }, { t }) => {
    const [only] = pages;
    if (only === undefined || pages.length > 1) {
      const blocks = pages.length === 0 ? [] : [pageList(pages, t)];
      return { slots: { pages: t("count.pages", { count: pages.length }) }, blocks };
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

export const workflowDispatch = simple(
  { workflow: line, ref: line },
  { "*": ["info", "▶️"] },
  ({ workflow, ref }, { t }) => ({
    slots: {
      workflow: named(workflow?.replace(/^\.github\/workflows\//, "")),
      branch: branch(ref, t),
    },
  }),
  { "*": "the run that it starts tells it, and who started it" },
);
