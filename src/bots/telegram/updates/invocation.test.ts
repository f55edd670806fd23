import { expect, it } from "vitest";
import { startedWords } from "./deep-links.ts";
import { commandText } from "./invocation.ts";

const refuse = async (): Promise<string> => {
  throw new Error("Telegram does not say");
};

it("asks for the bot's name only where a command names somebody", async () => {
  expect(await commandText("hello", refuse)).toBeUndefined();
  expect(await commandText("/gh pr merge 5", refuse)).toBe("pr merge 5");
  expect(await commandText("/gh@Hooks list", async () => "hooks")).toBe("list");
  expect(await commandText("/gh@Other list", async () => "hooks")).toBeUndefined();
});

it("takes a command for its own while the bot's name is unknown", async () => {
  expect(await commandText("/gh@Hooks list", refuse)).toBe("list");
});

it("tells the end of a login from an invitation, whatever letters it begins with", () => {
  const chat = { id: 5, type: "private" };
  const started = (parameter: string) =>
    startedWords({ message_id: 1, chat, text: `/start ${parameter}` });
  const secret = `i-${"A".repeat(20)}`;
  expect(started(secret)).toBe(`login ${secret}`);
  expect(started(`i-${"0".repeat(32)}`)).toBe(`join ${"0".repeat(32)}`);
});
