import { z } from "zod";
import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import { forgeHost } from "./facets.ts";
import { flag, line, link, list, part, person, text } from "./fields.ts";
import { repositoryPicture } from "./pictures.ts";
import { changeOf } from "./changes.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";

const from = part({ from: line });

const Repository = part({
  name: line,
  full_name: line,
  html_url: link,
  description: text,
  homepage: link,
  default_branch: line,
  private: flag,
  topics: list(line),
  owner: part({ login: line }),
});
type Repository = z.infer<typeof Repository>;

const Changes = part({
  repository: part({ name: from }),
  owner: part({ from: part({ user: person, organization: person }) }),
  default_branch: from,
  description: z.unknown().optional(),
  homepage: z.unknown().optional(),
  topics: z.unknown().optional(),
});
type Changes = z.infer<typeof Changes>;

/** What happens to a repository as a whole. */
export const repository = simple(
  { repository: Repository, changes: Changes },
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
  ({ repository, changes }, { action, t, around }) => {
    const shown = action === "created" || action === "publicized";
    const described = action === "created" || changes.description !== undefined;
    return {
      variant:
        changes.default_branch.from === undefined
          ? changeOf(action, changes, REPOSITORY_CHANGES)
          : "default_branch",
      slots: {
        before: codeOf(nameBefore(repository, changes) ?? changes.default_branch.from),
        after: codeOf(repository.default_branch),
        // A page that is gone is not linked.
        ...(action === "deleted" ? { repo: repository.full_name } : {}),
      },
      url: action === "deleted" ? undefined : repository.html_url,
      imageUrl: shown ? repositoryPicture(repository, forgeHost({ around })) : undefined,
      body: described ? repository.description : undefined,
      fields: action === "created" ? [visibility(repository, t)] : changed(repository, changes, t),
    };
  },
);

const REPOSITORY_CHANGES = [
  ["description", "described"],
  ["homepage", "homepage"],
  ["topics", "topics"],
] as const;

/** The full name that a renamed or transferred repository had. */
function nameBefore({ name, owner }: Repository, changes: Changes): string | undefined {
  const { user, organization } = changes.owner.from;
  const before = changes.repository.name.from;
  const ownerBefore = user?.login ?? organization?.login;
  if (before === undefined && ownerBefore === undefined) return undefined;
  return [ownerBefore ?? owner.login, before ?? name].filter(Boolean).join("/");
}

function visibility({ private: closed }: Repository, t: Translate): Field | undefined {
  if (closed === undefined) return undefined;
  return fieldOf(t("field.visibility"), t(closed ? "visibility.private" : "visibility.public"));
}

/** A description stands below; of one that was removed there is nothing else to see. */
function changed(repository: Repository, changes: Changes, t: Translate) {
  const { description, homepage, topics = [] } = repository;
  const topic = topics.join(t("word.comma")) || t("word.none");
  return [
    changes.description === undefined || description !== undefined
      ? undefined
      : fieldOf(t("field.description"), t("word.none")),
    changes.homepage === undefined
      ? undefined
      : fieldOf(t("field.homepage"), homepage ?? t("word.none")),
    changes.topics === undefined ? undefined : fieldOf(t("field.topics"), topic),
  ];
}

function codeOf(text: string | undefined) {
  return text === undefined ? undefined : code(text);
}

function fieldOf(name: string, value: string): Field {
  return { name, value: [value], inline: true };
}
