import * as fc from "fast-check";
import { expect, it } from "vitest";
import { safeRedirect } from "./safe-redirect.ts";

it("refuses what browsers read as another host's address", () => {
  const elsewhere = [
    "//x",
    "/\\x",
    "/\t/x",
    "\t//x",
    "/\n/x",
    "\\/x",
    "\\\\x",
    "/..//x",
    "/%09/../..//x",
    "/./%2e%2e//x",
    "https://x",
    "https:x",
    "javascript:alert(1)",
    "x",
    "",
    undefined,
  ];
  for (const target of elsewhere) expect(safeRedirect(target, "/admin")).toBe("/admin");
});

it("keeps a path with its query and fragment", () => {
  expect(safeRedirect("/admin/groups?a=1#b", "/")).toBe("/admin/groups?a=1#b");
});

it("never leads away, whatever it is given", () => {
  const hostile = fc.string({
    unit: fc.constantFrom("/", "\\", ".", "\t", "\n", "@", ":", "%2f", "%2e", "x", "?", "#"),
  });
  fc.assert(
    fc.property(fc.oneof(hostile, fc.webUrl(), fc.string()), (target) => {
      const url = new URL(safeRedirect(target, "/admin"), "https://bot.test");
      expect(url.origin).toBe("https://bot.test");
    }),
    { numRuns: 2000 },
  );
});
