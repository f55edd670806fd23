import { describe, expect, it } from "vitest";
import { discordCommands } from "../../src/bots/discord/registration/commands-json.ts";
import { messageCommands, slashCommands, typedCommand, typedOptions } from "./commands.ts";

const registered = discordCommands("global").map((command) => ({ ...command }));

describe("the list of commands", () => {
  it("has every subcommand with its options, in the person's language", () => {
    const merge = (locale: string) =>
      slashCommands(registered, locale).find(({ path }) => path.join(" ") === "gh pr merge");
    expect(merge("en-US")?.options.map(({ name }) => name)).toEqual(["ref", "method"]);
    expect(merge("en-US")?.options[0]).toMatchObject({ completes: true });
    expect(merge("en-US")?.options[1]?.choices).toHaveLength(3);
    expect(merge("zh-CN")?.description).not.toBe(merge("en-US")?.description);
  });

  it("names the commands of a message's menu", () => {
    expect(messageCommands(registered, "en-US").map(({ name }) => name)).toContain(
      "Merge on GitHub",
    );
  });
});

it("keeps what is typed into a text option a text, digits too", () => {
  expect(typedOptions(registered, ["gh", "pr", "merge"], { ref: "12", method: "merge" })).toEqual({
    ref: "12",
    method: "merge",
  });
});

describe("a typed command", () => {
  it("has a path, and options up to the next option that the command has", () => {
    const text = "/gh subscribe repo:acme/kettle filter:events:pulls label:bug -actor:*[bot]";
    expect(typedCommand(registered, text)).toEqual({
      path: ["gh", "subscribe"],
      options: { repo: "acme/kettle", filter: "events:pulls label:bug -actor:*[bot]" },
    });
  });

  it("may have quoted values, several words, and no options at all", () => {
    expect(typedCommand(registered, "/gh pr merge")).toEqual({
      path: ["gh", "pr", "merge"],
      options: {},
    });
    const text = '/gh comment add ref:#12 text:"It leaks: here"';
    expect(typedCommand(registered, text).options).toEqual({ ref: "#12", text: "It leaks: here" });
    const bare = "/gh comment add text:It leaks here ref:#12";
    expect(typedCommand(registered, bare).options).toEqual({ ref: "#12", text: "It leaks here" });
  });
});
