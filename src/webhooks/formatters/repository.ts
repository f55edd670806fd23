import { lookup } from "../../domain/lookup.ts";
import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import { count, flag, line, link, object, part, person } from "./fields.ts";
import { permissionField } from "./permission.ts";
import { linked } from "./sentence.ts";
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
