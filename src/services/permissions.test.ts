import { expect, it } from "vitest";
import { person } from "../../tests/support/groups-world.ts";
import type { Group } from "../domain/group.ts";
import { createPermissions } from "./permissions.ts";

const groupOf = (index: number): Group => ({
  id: `g${index}`,
  name: "",
  members: [{ login: index % 2 === 0 ? "Chief" : "somebody", role: "admin" }],
});

it("asks once who somebody is, however many groups there are to choose from", async () => {
  const asked = { super: 0, login: 0 };
  const permissions = createPermissions({
    configuration: {
      group: async () => undefined,
      saveGroup: async () => ({ status: "conflict", version: undefined }),
    },
    isSuperAdmin: async () => (asked.super++, false),
    whoIs: async () => (asked.login++, { login: "chief" }),
  });
  const groups = Array.from({ length: 60 }, (_, index) => groupOf(index));
  const theirs = await permissions.those(person("chief"), groups, "chat.connect");
  expect(theirs.map(({ id }) => id)).toEqual(groups.flatMap(({ id }, i) => (i % 2 ? [] : [id])));
  expect(asked).toEqual({ super: 1, login: 1 });
});
