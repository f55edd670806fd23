import { z } from "zod";
import { formatter } from "./formatter.ts";
import { numbered } from "./spans.ts";
import { Issue } from "./subjects/issue.ts";

/** Which of a payload's two issues the sentence is about, and which is the other one. */
function relation(about: string, other: string) {
  const Payload = z.object({ [about]: Issue, [other]: Issue });
  return formatter(Payload, {
    tell: (payload) => ({
      slots: { issue: numbered(payload[about]), other: numbered(payload[other]) },
      tone: "neutral",
      icon: "🔗",
      title: payload[about]?.title,
      url: payload[about]?.html_url,
    }),
  });
}

/** An event whose payload names the two issues differently by action. */
function byAction(prefix: string, one: readonly [string, string], two: readonly [string, string]) {
  const first = relation(...one);
  const second = relation(...two);
  return {
    read: () => ({}),
    tell: (scene: Parameters<typeof first.tell>[0]) =>
      (scene.action.startsWith(prefix) ? first : second).tell(scene),
  };
}

export const issueDependencies = byAction(
  "blocked_by",
  ["blocked_issue", "blocking_issue"],
  ["blocking_issue", "blocked_issue"],
);

export const subIssues = byAction(
  "parent_issue",
  ["sub_issue", "parent_issue"],
  ["parent_issue", "sub_issue"],
);

export const issueRelatesTo = relation("issue", "related_issue");
