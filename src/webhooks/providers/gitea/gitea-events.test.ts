import { expect, it } from "vitest";
import { giteaEvent } from "../../../../scripts/events/gitea.ts";
import { giteaExamples } from "../../../../sandbox/stories/gitea-examples.ts";
import { fold } from "../../../domain/fold.ts";
import type { Notification } from "../../../domain/notification.ts";
import {
  announced,
  chinese,
  english,
  presenter,
  visible,
} from "../../formatters/presenter.fixture.ts";
import { gitea } from "./gitea.ts";

const events = giteaExamples.map((example) => giteaEvent(example, 1_800_000_000_000));

it("has a sentence for every event that Gitea and Forgejo send, and nothing left open in it", () => {
  expect(new Set(giteaExamples.map(({ event }) => event)).size).toBeGreaterThanOrEqual(20);
  for (const event of events) {
    for (const voice of [english, chinese]) {
      const [headline = ""] = announced(event, voice).split("\n");
      expect(headline).not.toMatch(/an event of the kind|something|事件|某项/);
    }
  }
});

it("leads to its own forge alone, with no button that would act on GitHub", () => {
  for (const event of events) {
    const cards = presenter
      .read(event)
      .news.map(({ subject, facets }) => presenter.show(subject.kind, fold({}, facets), english));
    for (const shown of [presenter.announce(event, english, "post"), ...cards]) {
      expect(JSON.stringify(shown)).not.toContain("github.com");
      expect(commandsOf(shown)).toEqual([]);
    }
  }
});

it("says whom an assignment is for, and does not pretend to know which label it was", () => {
  const told = (id: string) => {
    const index = giteaExamples.findIndex((example) => example.id === id);
    const event = events[index];
    return event === undefined ? "" : (announced(event).split("\n")[0] ?? "");
  };
  expect(told("issue_assign/assigned")).toContain("lena took on #1");
  expect(told("issue_label/label_updated")).toContain("lena changed the labels of #1");
  expect(told("pull_request_label/label_cleared")).toContain("lena removed all labels from #2");
  expect(told("issue_milestone/demilestoned")).toContain("lena removed #1 from its milestone");
});

it("takes a merge and its review for what they are", () => {
  const states = events.filter(({ event }) => event.startsWith("pull_request")).map(cardOf);
  expect(states).toContainEqual(expect.stringContaining("Pull request #2 merged by lena"));
  expect(states).toContainEqual(expect.stringContaining("Reviewers: tomas ❌"));
});

it("reads the finer name where an older version leaves the event's own empty", () => {
  const headers = new Headers({
    "x-gitea-event": "",
    "x-gitea-event-type": "package",
    "x-github-event": "",
  });
  expect(gitea.recognise(headers)).toMatchObject({ event: "package" });
});

function cardOf(event: (typeof events)[number]): string {
  const [first] = presenter.read(event).news;
  if (first === undefined) return "";
  return visible(presenter.show(first.subject.kind, fold({}, first.facets), english));
}

function commandsOf({ actions = [] }: Notification): string[] {
  return actions.flatMap((action) => (action.type === "command" ? [action.command] : []));
}
