import type { JsonObject } from "../../src/domain/json.ts";
import type { PersonName } from "./forge.ts";
import { isoTime, label, person, REPOSITORY, REPOSITORY_URL, step } from "./forge.ts";
import type { Play, Story, StoryStep } from "./story.ts";

const MINUTE = 60_000;
const TITLE = "The lid opens by itself";
const BODY = [
  "Since the last update the lid opens whenever somebody says *tea*.",
  "",
  "```",
  "lid.open() called from Listener<Word>.heard",
  "```",
].join("\n");

/** An issue is opened, labelled, talked about, taken and closed. */
export const issueStory: Story = {
  id: "issue",
  title: "Issue: discussed and closed",
  steps: (play) => {
    const at = (minutes: number) => play.startedAt + minutes * MINUTE;
    const bug = label("bug", "d73a4a");
    const urgent = label("urgent", "b60205");
    const taken = { labels: [bug, urgent], assignee: "tomas" } as const;
    return [
      issueStep(play, "opened", "mei", "opened", { at: at(0) }),
      issueStep(
        play,
        "labeled",
        "lena",
        "labelled bug",
        { at: at(1), labels: [bug] },
        { label: bug },
      ),
      issueStep(
        play,
        "labeled",
        "lena",
        "labelled urgent",
        { at: at(1) + 4_000, labels: [bug, urgent] },
        { label: urgent },
      ),
      comment(play, "lena", "I can reproduce it. It also opens for `team`.", {
        ...taken,
        at: at(3),
      }),
      issueStep(
        play,
        "assigned",
        "tomas",
        "Tomas takes it",
        { ...taken, at: at(4) },
        {
          assignee: person("tomas"),
        },
      ),
      issueStep(play, "closed", "tomas", "closed", {
        ...taken,
        at: at(9),
        comments: 1,
        closed: true,
      }),
    ];
  },
  shows: ({ number }) => [{ contains: [`#${number}`, TITLE, "completed"], edited: true }],
};

interface IssueState {
  at: number;
  labels?: readonly JsonObject[];
  assignee?: PersonName;
  comments?: number;
  closed?: boolean;
}

function issueStep(
  play: Play,
  action: string,
  sender: PersonName,
  note: string,
  state: IssueState,
  extra: JsonObject = {},
): StoryStep {
  // There is no real payload of `closed`; that of `reopened` has the same shape.
  const shape = action === "closed" ? "reopened" : action;
  return step("issues", shape, sender, note, { action, issue: issue(play, state), ...extra });
}

function comment(play: Play, author: PersonName, body: string, state: IssueState): StoryStep {
  const id = 492_600_000 + play.number;
  return step("issue_comment", "created", author, "Lena comments", {
    issue: issue(play, { ...state, comments: 1 }),
    comment: {
      id,
      user: person(author),
      body,
      html_url: `${REPOSITORY_URL}/issues/${play.number}#issuecomment-${id}`,
      created_at: isoTime(state.at),
      updated_at: isoTime(state.at),
    },
  });
}

function issue(play: Play, state: IssueState): JsonObject {
  const assignee = state.assignee === undefined ? null : person(state.assignee);
  return {
    id: 444_500_000 + play.number,
    node_id: `I_${play.number}`,
    number: play.number,
    url: `https://api.github.com/repos/${REPOSITORY}/issues/${play.number}`,
    html_url: `${REPOSITORY_URL}/issues/${play.number}`,
    title: TITLE,
    body: BODY,
    user: person("mei"),
    state: state.closed ? "closed" : "open",
    state_reason: state.closed ? "completed" : null,
    labels: state.labels ?? [],
    assignee,
    assignees: assignee === null ? [] : [assignee],
    milestone: null,
    comments: state.comments ?? 0,
    created_at: isoTime(play.startedAt),
    updated_at: isoTime(state.at),
    closed_at: state.closed ? isoTime(state.at) : null,
  };
}
