import { expect, it } from "vitest";
import { Interaction, Ping } from "./payload.ts";

it("takes a question of Discord's whatever else it carries", () => {
  expect(Ping.safeParse({ type: 1 }).success).toBe(true);
  expect(Ping.safeParse({ type: 1, user: { id: "1" }, data: 5 }).success).toBe(true);
  expect(Ping.safeParse({ type: 2 }).success).toBe(false);
});

it("takes a person without a name for a person", () => {
  const use = { id: "1", type: 2, token: "t", application_id: "2", user: { id: "3" } };
  expect(Interaction.parse(use).user).toMatchObject({ id: "3" });
});
