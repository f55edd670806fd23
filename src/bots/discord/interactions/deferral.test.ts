import { describe, expect, it } from "vitest";
import { privately, publicly, replaced } from "../../../commands/reply.ts";
import { completionOf, deferralOf, deferred } from "./deferral.ts";
import { EPHEMERAL, type Interaction, InteractionKind } from "./payload.ts";
import { invocationOf } from "./invocation.ts";

const slash = (name: string, options: { name: string; value: string }[] = []): Interaction => ({
  id: "1",
  type: InteractionKind.command,
  token: "t",
  application_id: "2",
  data: { name: "gh", options: [{ name, options }] },
});
const promised = (interaction: Interaction) =>
  deferralOf(interaction, invocationOf(interaction, "https://github.com"));

describe("an answer that takes long is promised", () => {
  it("to everybody where the command changes something for the chat, else to who asked", () => {
    const repo = { name: "repo", value: "acme/rocket" };
    expect(promised(slash("repo", [repo]))).toBe("everybody");
    expect(promised(slash("repo"))).toBe("person");
    expect(promised(slash("whoami"))).toBe("person");
    expect(promised(slash("nonsense"))).toBe("person");
    expect([deferred("everybody"), deferred("person"), deferred("question")]).toEqual([
      { type: 5, data: {} },
      { type: 5, data: { flags: EPHEMERAL } },
      { type: 6 },
    ]);
  });

  it("and, whatever was promised, seen by nobody but those it is for", () => {
    const secret = privately("only for you");
    const news = publicly("for all");
    const way = (...args: Parameters<typeof completionOf>) => {
      const { how, body } = completionOf(...args);
      return [how, body["flags"]];
    };
    expect(way("person", secret)).toEqual(["edit", undefined]);
    expect(way("everybody", news)).toEqual(["edit", undefined]);
    expect(way("everybody", secret)).toEqual(["instead", EPHEMERAL]);
    expect(way("person", news)).toEqual(["instead", undefined]);
    expect(way("question", replaced(secret))).toEqual(["edit", undefined]);
    expect(way("question", secret)).toEqual(["besides", EPHEMERAL]);
    expect(way("question", news)).toEqual(["besides", undefined]);
  });
});
