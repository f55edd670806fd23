import { expect, it } from "vitest";
import { fold, valueOf } from "./fold.ts";

it("keeps the newest value of a facet whatever the order", () => {
  const older = { title: { kind: "value", version: [0, 1, 0], value: "a" } } as const;
  const newer = { title: { kind: "value", version: [0, 2, 0], value: "b" } } as const;

  expect(valueOf(fold(fold({}, older), newer), "title")).toBe("b");
  expect(valueOf(fold(fold({}, newer), older), "title")).toBe("b");
});
