import * as fc from "fast-check";
import { expect, it } from "vitest";
import { giteaExamples } from "../../../sandbox/stories/gitea-examples.ts";
import { examples as fromGitHub } from "../../../sandbox/stories/examples.ts";
import { giteaEvent } from "../../../scripts/events/gitea.ts";
import { fold } from "../../domain/fold.ts";
import type { SubjectNews, SubjectState } from "../../domain/subject.ts";
import { english, github, presenter, visible } from "./presenter.fixture.ts";

/** The news of all real payloads, subject by subject: many of them are about the same few things. */
const bySubject = Map.groupBy(
  [
    ...fromGitHub.map(({ event, payload }) => github(event, payload)),
    ...giteaExamples.map((example) => giteaEvent(example, 1_700_000_000_000)),
  ].flatMap((event) => presenter.read(event).news.filter(({ index }) => index === undefined)),
  ({ subject }) => subject.key,
);
const stories = [...bySubject.values()].filter((news) => news.length > 1);

it("shows every subject of the real payloads the same, whatever order its news come in and how often", () => {
  expect(new Set(stories.map(([news]) => news?.subject.kind)).size).toBeGreaterThanOrEqual(9);
  for (const news of stories) {
    const shown = shownAfter(news);
    expect(shownAfter([...news.toReversed(), ...news])).toBe(shown);
    const twice = [...news, ...news];
    const orders = fc.sample(fc.shuffledSubarray(twice, { minLength: twice.length }), 4);
    for (const order of orders) expect(shownAfter(order)).toBe(shown);
  }
});

function shownAfter(news: readonly SubjectNews[]): string {
  const [first] = news;
  if (first === undefined) return "";
  const state = news.reduce<SubjectState>((before, { facets }) => fold(before, facets), {});
  return visible(presenter.show(first.subject.kind, state, english));
}
