import { stateWord, toneOf } from "./cards/checks.ts";
import { anything, flag, line, link, list, object, part, person, text } from "./fields.ts";
import { code, joined, linked } from "./sentence.ts";
import { forgeHost } from "./facets.ts";
import type { Occasion } from "./formatter.ts";
import { repositoryPicture } from "./pictures.ts";
import { simple } from "./simple.ts";
import { branch, named, person as whom } from "./spans.ts";

const from = part({ from: line });

/** What happens to a repository as a whole, and to who may reach it. */
export const repository = simple(
  {
    repository: part({ full_name: line, html_url: link, description: text }),
    changes: part({
      repository: part({ name: from }),
      owner: part({ from: part({ user: person, organization: person }) }),
    }),
  },
  {
    created: ["success", "🆕"],
    deleted: ["failure", "🗑️"],
    archived: ["neutral", "🗄️"],
    unarchived: ["info", "🗄️"],
    privatized: ["warning", "🔒"],
    publicized: ["warning", "🌍"],
    renamed: ["info", "✏️"],
    transferred: ["info", "📦"],
    edited: ["neutral", "⚙️"],
  },
  ({ repository, changes }, { action, ...scene }) => {
    const owner = changes.owner.from.user ?? changes.owner.from.organization;
    const before = changes.repository.name.from ?? owner?.login;
    return {
      slots: { before: before === undefined ? undefined : code(before) },
      url: action === "deleted" ? undefined : repository.html_url,
      imageUrl: action === "created" || action === "publicized" ? pictureOf(scene) : undefined,
      body: action === "created" || action === "edited" ? repository.description : undefined,
    };
  },
);

export const publicized = simple({}, { "*": ["warning", "🌍"] }, (_, scene) => ({
  imageUrl: pictureOf(scene),
}));

function pictureOf(occasion: Pick<Occasion, "around" | "event">): string | undefined {
  return repositoryPicture(occasion.around.repository, forgeHost(occasion));
}

export const repositoryImport = simple({ status: line }, {}, ({ status }, { t }) => ({
  slots: { result: stateWord("imported", status, t) },
  tone: toneOf(status ?? ""),
  icon: status === "success" ? "✅" : "❌",
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

export const star = simple({}, { created: ["info", "⭐"], deleted: ["neutral", "⭐"] });
export const watch = simple({}, { "*": ["info", "⭐"] });

export const branchProtectionConfiguration = simple(
  {},
  { enabled: ["success", "🛡️"], disabled: ["warning", "🛡️"] },
);

export const branchProtectionRule = simple(
  { rule: object({ name: line }) },
  { created: ["success", "🛡️"], edited: ["info", "🛡️"], deleted: ["warning", "🛡️"] },
  ({ rule }) => ({ slots: { rule: rule?.name === undefined ? undefined : code(rule.name) } }),
);

export const repositoryRuleset = simple(
  {
    repository_ruleset: part({
      name: line,
      _links: part({ html: part({ href: link }) }),
    }),
  },
  { created: ["success", "🛡️"], edited: ["info", "🛡️"], deleted: ["warning", "🛡️"] },
  ({ repository_ruleset: { name, _links: links } }) => ({
    slots: { rule: named(name, links.html.href) },
  }),
);

/** The key itself is public, but nobody wants to read it. */
export const deployKey = simple(
  { key: object({ title: line, read_only: flag }) },
  { created: ["warning", "🔑"], deleted: ["info", "🔑"] },
  ({ key }) => ({ slots: { key: named(key?.title) } }),
);

export const member = simple(
  {
    member: person,
    changes: part({ permission: part({ to: line }), role_name: part({ to: line }) }),
  },
  { added: ["info", "👤"], edited: ["info", "👤"], removed: ["warning", "👤"] },
  ({ member, changes }, { t }) => {
    const right = changes.role_name.to ?? changes.permission.to;
    return {
      slots: { person: whom(member, t) },
      fields: [
        right === undefined
          ? undefined
          : { name: t("field.permission"), value: [right], inline: true },
      ],
    };
  },
);

export const customProperty = simple(
  { definition: object({ property_name: line, description: text }) },
  { deleted: ["warning", "🏷️"], "*": ["info", "🏷️"] },
  ({ definition }) => ({
    slots: { property: named(definition?.property_name) },
    body: definition?.description,
  }),
);

const PropertyValue = object({ property_name: line, value: anything });

export const customPropertyValues = simple(
  { new_property_values: list(PropertyValue) },
  { "*": ["info", "🏷️"] },
  ({ new_property_values: values = [] }, { t }) => ({
    slots: { properties: t("count.properties", { count: values.length }) },
    fields: values.slice(0, 10).map(({ property_name: name, value }) => ({
      name: name ?? t("word.untitled"),
      value: [value ?? t("word.none")],
      inline: true,
    })),
  }),
);

const PAGE_ACTIONS = new Set(["created", "edited", "deleted"]);
const Page = object({ title: line, page_name: line, action: line, html_url: link, summary: text });

export const gollum = simple(
  { pages: list(Page) },
  { "*": ["info", "📖"] },
  ({ pages = [] }, { t }) => {
    const [only] = pages;
    if (only === undefined || pages.length > 1) {
      const shown = pages
        .slice(0, 10)
        .map((page) => linked(page.title ?? page.page_name ?? "?", page.html_url));
      const blocks =
        shown.length === 0 ? [] : [{ type: "paragraph" as const, spans: joined(shown, t) }];
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
  { build: object({ status: line, error: object({ message: text }) }) },
  {},
  ({ build }, { t }) => ({
    slots: { result: stateWord("ran", build?.status, t) },
    tone:
      build?.status === "built" ? "success" : build?.status === "errored" ? "failure" : "pending",
    icon: "📄",
    body: build?.error?.message,
  }),
);

export const workflowDispatch = simple(
  { workflow: line, ref: line },
  { "*": ["info", "▶️"] },
  ({ workflow, ref }, { t }) => ({
    slots: {
      workflow: named(workflow?.replace(/^\.github\/workflows\//, "")),
      branch: branch(ref, t),
    },
  }),
);
