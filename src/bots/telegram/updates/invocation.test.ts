import { expect, it } from "vitest";
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
