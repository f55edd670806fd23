import { z } from "zod";
import { id, line, link, object } from "./fields.ts";
import { type Formatter, formatter, type News, type Occasion } from "./formatter.ts";
import { linked } from "./sentence.ts";
import { numbered } from "./spans.ts";
import { Issue } from "./subjects/issue.ts";

const Repo = object({ id, full_name: line, html_url: link });

/** Which of a payload's two issues the sentence is about, and which is the other one, perhaps of another repository. */
function relation(about: string, other: string, otherRepo = `${other}_repo`) {
  const Payload = z.object({ [about]: Issue, [other]: Issue });
  const Repos = z.object({ [otherRepo]: Repo });
  return formatter(Payload, {
    tell(payload, { event, around }) {
      const known = payload[other];
      const repo = Repos.parse(event.payload)[otherRepo];
      const elsewhere = repo?.id !== undefined && repo.id !== around.repository?.id;
      const name = `${elsewhere ? (repo.full_name ?? "") : ""}#${known?.number}`;
      return {
        slots: {
          issue: numbered(payload[about]),
          other: known?.number === undefined ? undefined : linked(name, known.html_url),
        },
        tone: "neutral",
        icon: "🔗",
        title: payload[about]?.title,
        url: payload[about]?.html_url,
        blocks:
          known?.title === undefined || known.number === undefined
            ? []
            : [{ type: "paragraph", spans: [linked(name, known.html_url), " ", known.title] }],
      };
    },
  });
}

/** One of an event's two halves, which name the two issues differently. */
interface Half {
  prefix: string;
  tell: Formatter["tell"];
}

/**
 * The forge sends both halves of what one person did, each to the repository of the issue it is
 * about: where that is one repository, the first tells it.
 */
function inHalves(told: Half, other: Half, otherRepo: string): Formatter {
  const reason = `in one repository \`${told.prefix}_…\` comes along, which tells it`;
  const Repos = z.object({ [otherRepo]: Repo });
  return {
    read({ action, event, around }: Occasion): News {
      const repo = Repos.parse(event.payload)[otherRepo]?.id;
      const together = repo === undefined || repo === around.repository?.id;
      return { quiet: action.startsWith(other.prefix) && together ? reason : undefined };
    },
    tell: (scene) => (scene.action.startsWith(other.prefix) ? other : told).tell(scene),
    quiet: { [`${other.prefix}_*`]: reason },
  };
}

export const issueDependencies = inHalves(
  { prefix: "blocked_by", ...relation("blocked_issue", "blocking_issue") },
  { prefix: "blocking", ...relation("blocking_issue", "blocked_issue") },
  "blocked_issue_repo",
);

export const subIssues = inHalves(
  { prefix: "sub_issue", ...relation("parent_issue", "sub_issue") },
  { prefix: "parent_issue", ...relation("sub_issue", "parent_issue") },
  "parent_issue_repo",
);

export const issueRelatesTo = relation("issue", "related_issue");
