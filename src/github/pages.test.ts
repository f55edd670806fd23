import { expect, it } from "vitest";
import { listed } from "./pages.ts";

/** A list of so many numbers; counts the questions. */
function list(length: number) {
  const asked: number[] = [];
  const readPage = async ({ per_page: size, page }: { per_page: number; page: number }) => {
    asked.push(page);
    const from = (page - 1) * size;
    return Array.from({ length: Math.max(0, Math.min(size, length - from)) }, (_, at) => from + at);
  };
  return { asked, readPage };
}

it("reads a list to its end", async () => {
  const { asked, readPage } = list(250);
  const { items, isCut } = await listed(readPage);
  expect([items.length, isCut, asked]).toEqual([250, false, [1, 2, 3]]);
});

it("reads no further than to what is looked for", async () => {
  const { asked, readPage } = list(1000);
  expect((await listed(readPage, (item) => item === 150)).items).toContain(150);
  expect(asked).toEqual([1, 2]);
});

it("says that a list without end is cut, within what a request on the Free plan may ask", async () => {
  const { asked, readPage } = list(1_000_000);
  expect((await listed(readPage)).isCut).toBe(true);
  expect(asked.length).toBeLessThanOrEqual(20);
});
