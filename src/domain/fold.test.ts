import * as fc from "fast-check";
import { expect, it } from "vitest";
import { fold, membersOf, valueOf } from "./fold.ts";
import type { FacetNews, SubjectState, Version } from "./subject.ts";

type Facets = Readonly<Record<string, FacetNews>>;

it("keeps the newest value of a facet whatever the order", () => {
  const older = { title: { kind: "value", version: [0, 1, 0], value: "a" } } as const;
  const newer = { title: { kind: "value", version: [0, 2, 0], value: "b" } } as const;

  expect(valueOf(fold(fold({}, older), newer), "title")).toBe("b");
  expect(valueOf(fold(fold({}, newer), older), "title")).toBe("b");
});

it("puts a later attempt before a later time, and a rank before nothing", () => {
  const versions: Version[] = [
    [1, 9, 0],
    [2, 1, 0],
    [2, 1, 1],
  ];
  const state = foldAll(
    versions.map((version, i) => ({ run: { kind: "value", version, value: i } })),
  );

  expect(valueOf(state, "run")).toBe(2);
});

it("follows a chain of changes made within one second, in every order", () => {
  const changes: Facets[] = [
    title("b", "a"),
    title("c", "b"),
    title("d", "c"),
    title("a"), // reports without having changed it
  ];

  for (const order of permutations(changes)) expect(valueOf(foldAll(order), "title")).toBe("d");
});

it("unites what several events of one second added, and leaves out what one removed", () => {
  const version = [0, 1, 0] as const;
  const labels: Facets[] = [
    { labels: { kind: "set", version, members: { a: "a" }, added: ["a"] } },
    { labels: { kind: "set", version, members: { b: "b" }, added: ["b"] } },
    { labels: { kind: "set", version, members: { a: "a", b: "b" }, removed: ["c"] } },
    { labels: { kind: "set", version, members: { c: "c" } } },
  ];

  for (const order of permutations(labels))
    expect(membersOf(foldAll(order), "labels")).toEqual(["a", "b"]);
});

it("keeps the newest of facets named alike, however many come and in whatever order", () => {
  const check = (n: number): Facets => ({
    [`check:${n}`]: { kind: "value", version: [0, n, 0], value: n },
  });
  const all = Array.from({ length: 200 }, (_, n) => check(n));
  const inOrder = foldAll([title("a"), ...all]);

  expect(Object.keys(inOrder)).toHaveLength(151);
  expect(valueOf(inOrder, "check:49")).toBeUndefined();
  expect(valueOf(inOrder, "check:50")).toBe(50);
  const sorted = (state: SubjectState) =>
    Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1));
  expect(sorted(foldAll([...all.toReversed(), ...all, title("a")]))).toEqual(sorted(inOrder));
});

it("gives the same state for any order and any repetition of the same news", () => {
  fc.assert(
    fc.property(
      fc.array(someNews(), { maxLength: 8 }).chain((all) =>
        fc.record({
          all: fc.constant(all),
          shuffled: fc.shuffledSubarray(all, { minLength: all.length }),
          again: fc.subarray(all),
        }),
      ),
      ({ all, shuffled, again }) => {
        expect(foldAll([...shuffled, ...again])).toEqual(foldAll(all));
      },
    ),
    { numRuns: 2000 },
  );
});

it("survives being stored between any two pieces of news", () => {
  fc.assert(
    fc.property(fc.array(someNews(), { maxLength: 6 }), (all) => {
      const stored = all.reduce<SubjectState>(
        (state, news) => fold(JSON.parse(JSON.stringify(state)) as SubjectState, news),
        {},
      );
      expect(stored).toEqual(foldAll(all));
    }),
  );
});

it("knows nothing of a facet that an object would inherit", () => {
  expect(valueOf({}, "constructor")).toBeUndefined();
  expect(membersOf({}, "toString")).toEqual([]);
});

function title(value: string, from?: string): Facets {
  return {
    title: { kind: "value", version: [0, 5, 0], value, ...(from === undefined ? {} : { from }) },
  };
}

function foldAll(all: readonly Facets[]): SubjectState {
  return all.reduce<SubjectState>(fold, {});
}

/** Few names, versions and values, so that ties of three and more are common. */
function someNews(): fc.Arbitrary<Facets> {
  const version = fc.tuple(
    fc.integer({ min: 0, max: 1 }),
    fc.constant(1),
    fc.integer({ min: 0, max: 1 }),
  );
  const word = fc.constantFrom("a", "b", "c");
  const value = fc
    .record({ version, value: word, from: fc.option(word, { nil: undefined }) })
    .map(({ from, ...news }): FacetNews => ({
      kind: "value",
      ...news,
      ...(from === undefined ? {} : { from }),
    }));
  const set = fc.record({
    kind: fc.constant("set" as const),
    version,
    members: fc.dictionary(word, fc.constantFrom("x", "y")).map((members) => ({ ...members })),
    added: fc.subarray(["a", "b", "c"]),
    removed: fc.subarray(["a", "b", "c"]),
  });
  return fc.dictionary(fc.constantFrom("title", "labels"), fc.oneof(value, set), { maxKeys: 2 });
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, i) =>
    permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]),
  );
}
