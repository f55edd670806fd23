import { expect, it } from "vitest";
import { messageProblem } from "./message-problem.ts";

it("accepts a message with the placeholders of the built-in one", () => {
  expect(messageProblem("commands.logout.done", "Tschüss, @{login}!")).toBeUndefined();
  expect(messageProblem("commands.open", "Öffnen")).toBeUndefined();
});

it("names an unknown key, a broken placeholder and one that is never filled", () => {
  expect(messageProblem("commands.nothing", "x")).toBe("there is no such message");
  expect(messageProblem("commands.logout.done", "@{login")).toBe("its placeholders cannot be read");
  expect(messageProblem("commands.logout.done", "@{user}")).toBe(
    "there is no {user} in this message",
  );
});
