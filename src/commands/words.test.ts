import { expect, it } from "vitest";
import { commandOf } from "./registry.ts";
import { readWords } from "./words.ts";

const GITHUB = "https://github.com";

function read(typed: string): { path: string | undefined; args: Record<string, string> } {
  const { command, rest } = commandOf(typed);
  return {
    path: command?.path,
    args: command === undefined ? {} : readWords(command, rest, GITHUB),
  };
}

it("takes a reference and leaves the rest, line breaks and all, as the text", () => {
  expect(read("comment add acme/app#12 first line\n\n  second line")).toEqual({
    path: "comment add",
    args: { ref: "acme/app#12", text: "first line\n\n  second line" },
  });
});

it("takes words that are no reference as the text", () => {
  expect(read("comment add thanks a lot").args).toEqual({ text: "thanks a lot" });
});

it("understands key:value and quotes, curly ones too", () => {
  expect(read("pr merge method:squash #12").args).toEqual({ method: "squash", ref: "#12" });
  expect(read("issue open acme/app body:“it broke” The title").args).toEqual({
    repo: "acme/app",
    body: "it broke",
    title: "The title",
  });
});

it("takes a choice of two words, as one says it", () => {
  expect(read("issue close acme/app#1 not planned").args).toEqual({
    ref: "acme/app#1",
    reason: "not planned",
  });
  expect(read("issue close Not  Planned #1").args).toEqual({ reason: "Not  Planned", ref: "#1" });
  expect(read("issue close duplicate #1").args).toEqual({ reason: "duplicate", ref: "#1" });
});

it("hands on a word that fits nothing, so that the answer can name it", () => {
  expect(read("pr merge nonsense").args).toEqual({ ref: "nonsense" });
});

it("takes no hidden argument from words", () => {
  expect(read("pr merge #12 sha:abcdef").args["sha"]).toBeUndefined();
});

it("finds commands of two words before those of one", () => {
  expect(read("login code").path).toBe("login code");
  expect(read("LOGIN ABCD-EFGH")).toEqual({ path: "login", args: { code: "ABCD-EFGH" } });
  expect(read("dance").path).toBeUndefined();
});

it("leaves a filter line as it was typed, and its first word is what it is about", () => {
  expect(read('subscribe acme/app "good first issue"')).toEqual({
    path: "subscribe",
    args: { repo: "acme/app", filter: '"good first issue"' },
  });
  expect(read("subscribe acme repo:acme/app label:bug").args).toEqual({
    filter: "acme repo:acme/app label:bug",
  });
  expect(read("unsubscribe acme").args).toEqual({ repo: "acme" });
});

it("takes no word of a sentence for a number or a repository", () => {
  expect(read("comment add 5 apples").args).toEqual({ text: "5 apples" });
  expect(read("comment add and/or maybe").args).toEqual({ text: "and/or maybe" });
  expect(read("comment add #5 apples").args).toEqual({ ref: "#5", text: "apples" });
  expect(read("pr merge 5").args).toEqual({ ref: "5" });
  expect(read("pr approve 5").args).toEqual({ ref: "5" });
});

it("takes an emoji for the reaction that it is", () => {
  expect(read("react #5 👍🏽").args).toEqual({ ref: "#5", emoji: "👍🏽" });
  expect(read("react ❤").args).toEqual({ emoji: "❤" });
});

it("takes a word for what comes first, though it could be a choice, too", () => {
  expect(read("members admin").args).toEqual({ login: "admin" });
  expect(read("members admin owner").args).toEqual({ login: "admin", role: "owner" });
});

it("hands on no left-over word as what only a question may say", () => {
  expect(read("pr merge #12 squash 0123abc").args).toEqual({ ref: "#12", method: "squash" });
});
