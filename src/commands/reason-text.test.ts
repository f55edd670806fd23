import { expect, it } from "vitest";
import { examples } from "../../sandbox/stories/examples.ts";
import { describedEvents } from "../webhooks/formatters/described-events.fixture.ts";
import { github, presenter } from "../webhooks/formatters/presenter.fixture.ts";
import { reasonText } from "./reason-text.ts";

it("has words for every reason why an event is not told by itself", () => {
  const bare = describedEvents.map((name) => {
    const [event = "", action] = name.split(".");
    return github(event, action === undefined ? {} : { action });
  });
  const told = examples.map(({ event, payload }) => github(event, payload));
  const reasons = new Set(
    [...bare, ...told].flatMap((event) => {
      const { quiet, hidden } = presenter.read(event);
      return [quiet ?? [], hidden ?? []].flat();
    }),
  );

  expect(reasons.size).toBeGreaterThan(8);
  for (const reason of reasons) expect(reasonText(reason, (key) => key)).toMatch(/^setup\.why\./);
});
