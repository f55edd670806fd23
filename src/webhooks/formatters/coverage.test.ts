import { expect, it } from "vitest";
import { lookup } from "../../domain/lookup.ts";
import { en } from "../../i18n/en/index.ts";
import { zh } from "../../i18n/zh/index.ts";
import { describedEvents } from "./described-events.fixture.ts";
import { formatters } from "./index.ts";
import { announced, chinese, english, github, presenter } from "./presenter.fixture.ts";

const sentences = Object.keys(en).filter((key) => key.startsWith("event."));

it("knows every event and action that GitHub describes", () => {
  const unknown = describedEvents.filter((name) => lookup(formatters, eventOf(name)) === undefined);
  const neutral = describedEvents.filter((name) =>
    announced(bare(name)).includes("an event of the kind"),
  );

  expect(describedEvents.length).toBeGreaterThan(270);
  expect(unknown).toEqual([]);
  expect(neutral).toEqual([]);
});

it("says each action of an event differently", () => {
  const said = Map.groupBy(describedEvents, (name) => `${eventOf(name)}: ${announced(bare(name))}`);
  const same = [...said.values()].filter((names) => names.length > 1);

  expect(same).toEqual(SAID_ALIKE);
});

it("gives the documentation a reason for everything that it keeps quiet", () => {
  const silent = describedEvents.filter((name) => presenter.read(bare(name)).quiet !== undefined);
  const unexplained = silent.filter(
    (name) => Object.keys(lookup(formatters, eventOf(name))?.quiet ?? {}).length === 0,
  );

  expect(silent).toContain("watch.started");
  expect(unexplained).toEqual([]);
});

/** Without a payload these differ in nothing: the result is what tells them apart. */
const SAID_ALIKE = [["check_run.completed", "check_run.created"]];

it("tells what nobody knows yet in a neutral sentence without a raw key", () => {
  const repository = { full_name: "acme/x" };
  const payload = { action: "half_done", sender: { login: "octocat" }, repository };

  expect(announced(github("team_rocket", payload))).toContain(
    "octocat sent an event of the kind “team rocket” (half done) in acme/x",
  );
  expect(announced(github("pull_request", payload))).toContain("“pull request” (half done)");
  expect(announced(github("team_rocket", {}), chinese)).toContain(
    "某人在未知位置触发了“team rocket”事件",
  );
});

it("finds what fills every sentence, whatever action a payload claims", () => {
  for (const key of sentences) {
    const name = key.slice("event.".length);
    for (const voice of [english, chinese]) expect(announced(bare(name), voice)).not.toBe("");
  }
});

it("says every sentence with the same placeholders in both languages", () => {
  for (const [key, message] of Object.entries(en)) {
    if (!/^(event|card)\./.test(key)) continue;
    expect([key, placeholders(zh[key as keyof typeof en])]).toEqual([key, placeholders(message)]);
  }
});

function eventOf(name: string): string {
  return name.split(".")[0] ?? "";
}

function bare(name: string) {
  const [event = "", ...action] = name.split(".");
  return github(event, action.length === 0 ? {} : { action: action.join(".") });
}

function placeholders(message: string): string[] {
  return [...message.matchAll(/\{([a-z_]+)/g)].map(([, name]) => name ?? "").sort();
}
