import { describe, expect, it } from "vitest";
import { UserError } from "../domain/user-error.ts";
import { parseReference, parseRepository, resolveReference } from "./references.ts";

const GITHUB = "https://github.com";

describe("reading a reference", () => {
  it.each([
    ["acme/app#12", { owner: "acme", repo: "app", number: 12 }],
    ["#12", { number: 12 }],
    ["12", { number: 12 }],
    ["https://github.com/acme/app/pull/12", { owner: "acme", repo: "app", number: 12 }],
    ["https://github.com/acme/app/pull/12/files", { owner: "acme", repo: "app", number: 12 }],
    [
      "https://github.com/acme/app/issues/12#issuecomment-99",
      { owner: "acme", repo: "app", number: 12, comment: { id: "99", kind: "issue" } },
    ],
    [
      "https://github.com/acme/app/pull/12#discussion_r77",
      { owner: "acme", repo: "app", number: 12, comment: { id: "77", kind: "review" } },
    ],
    [
      "https://github.com/acme/app/pull/12/files#r77",
      { owner: "acme", repo: "app", number: 12, comment: { id: "77", kind: "review" } },
    ],
    ["http://github.com/acme/app/pull/12?diff=split", { owner: "acme", repo: "app", number: 12 }],
  ])("understands %s", (text, expected) => {
    expect(parseReference(text, GITHUB)).toEqual(expected);
  });

  it.each([
    "https://gitea.example/acme/app/pulls/12",
    "https://github.com.evil.example/acme/app/pull/12",
    "https://github.com:8443/acme/app/pull/12",
    "https://github.com/../../etc/passwd",
    "acme/app#12; rm -rf",
    "hello",
    "",
  ])("takes nothing from %s", (text) => {
    expect(parseReference(text, GITHUB)?.number).toBeUndefined();
  });

  it("reads a repository from its name and from any of its links", () => {
    expect(parseRepository("acme/app", GITHUB)).toBe("acme/app");
    expect(parseRepository("https://github.com/acme/app/issues/3", GITHUB)).toBe("acme/app");
    expect(parseRepository("acme", GITHUB)).toBeUndefined();
  });
});

describe("completing a reference", () => {
  const shown = {
    githubUrl: GITHUB,
    links: ["https://github.com/acme/app/pull/7"],
    defaultRepo: "acme/other",
  };

  it("takes what the answered message shows when nothing is said", () => {
    expect(resolveReference(undefined, shown)).toEqual({ owner: "acme", repo: "app", number: 7 });
  });

  it("takes a bare number in the repository of the answered message, else in the chat's", () => {
    expect(resolveReference("#3", shown)).toEqual({ owner: "acme", repo: "app", number: 3 });
    expect(resolveReference("#3", { ...shown, links: [] })).toEqual({
      owner: "acme",
      repo: "other",
      number: 3,
    });
  });

  it("asks when it stays unclear", () => {
    const nowhere = { githubUrl: GITHUB, links: [], defaultRepo: undefined };
    expect(() => resolveReference(undefined, nowhere)).toThrow(
      new UserError("commands.ref_missing"),
    );
    expect(() => resolveReference("#3", nowhere)).toThrow(UserError);
    expect(() => resolveReference("what", nowhere)).toThrow(UserError);
  });
});
