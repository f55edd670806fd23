import { describe, expect, it } from "vitest";
import type { Block } from "../../domain/text.ts";
import { remembered } from "./remembered.ts";

const forge = { forgeUrl: "https://github.com" };

function counting() {
  const parsed: string[] = [];
  const parse = remembered((text): Block[] => {
    parsed.push(text);
    return [{ type: "paragraph", spans: [text] }];
  });
  return { parse, parsed };
}

describe("a parser that remembers", () => {
  it("parses the same text once, and gives every reader a list of its own", () => {
    const { parse, parsed } = counting();
    const first = parse("hello", forge);
    first.length = 0;
    expect(parse("hello", forge)).toEqual([{ type: "paragraph", spans: ["hello"] }]);
    expect(parsed).toEqual(["hello"]);
  });

  it("parses it again where links lead elsewhere", () => {
    const { parse, parsed } = counting();
    parse("#1", { ...forge, repoUrl: "https://github.com/o/a" });
    parse("#1", { ...forge, repoUrl: "https://github.com/o/b" });
    expect(parsed).toHaveLength(2);
  });

  it("forgets what was not asked for longest, and never keeps a very long text", () => {
    const { parse, parsed } = counting();
    parse("kept", forge);
    for (let number = 0; number < 99; number += 1) parse(`text ${number}`, forge);
    parse("kept", forge);
    parse("one more", forge);
    parse("kept", forge);
    parse("text 0", forge);
    expect(parsed.filter((text) => text === "kept")).toHaveLength(1);
    expect(parsed.filter((text) => text === "text 0")).toHaveLength(2);

    const long = "x".repeat(20_001);
    parse(long, forge);
    parse(long, forge);
    expect(parsed.filter((text) => text === long)).toHaveLength(2);
  });
});
