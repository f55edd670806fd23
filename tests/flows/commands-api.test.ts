import { beforeEach, expect, it } from "vitest";
import { createDiscordUser, type DiscordUser } from "../support/discord-user.ts";
import { deliverFromGitHub } from "../support/from-github.ts";
import { ADA, REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { hmacHex } from "../support/webhook.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

let world: World;
let sample: SampleRepository;
let ada: DiscordUser;

beforeEach(async () => {
  world = await createWorld();
  sample = sampleRepository(world);
  ada = createDiscordUser(world, { name: "Ada" });
  await ada.login("ada");
});

const tokenOf = (userId: number): string =>
  world.github.tokens.all().find((token) => token.userId === userId)?.accessToken ?? "";

async function post(verb: string, body: object, bearer: string) {
  const response = await world.request(`/api/${verb}`, {
    method: "POST",
    headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return { status: response.status, answer: await response.json<Record<string, unknown>>() };
}

const rocket = { owner: "acme", repo: "rocket" };

it("acts as the holder of a token that a login in the chat gave", async () => {
  const token = tokenOf(ADA);
  const commented = await post("comment", { ...rocket, issueNumber: 1, body: "Hello" }, token);
  expect(commented).toMatchObject({ status: 200, answer: { ok: true } });
  await post("react", { ...rocket, issueNumber: 1, reaction: "heart" }, token);
  expect(await post("merge", { ...rocket, pullNumber: 2, method: "squash" }, token)).toMatchObject({
    status: 200,
    answer: { ok: true, merged: true },
  });
  expect(sample.issue.comments).toMatchObject([{ userId: ADA, body: "Hello" }]);
  expect(sample.pull.pull?.mergedById).toBe(ADA);
  const again = await post("close", { ...rocket, pullNumber: 99 }, token);
  expect(again).toMatchObject({ status: 404, answer: { ok: false, error: "not_found" } });
});

it("forgets the token with the link", async () => {
  const token = tokenOf(ADA);
  await ada.slash("logout");
  const refused = await post("comment", { ...rocket, issueNumber: 1, body: "Hello" }, token);
  expect(refused.status).toBe(401);
  expect((await world.request(`/auth/token/${ADA}`, { method: "DELETE" })).status).toBe(401);
});

it("shows buttons that act on GitHub under GitHub's cards alone", async () => {
  await world.configure([{ id: "team", name: "Team", members: [] }], [sampleRoute(world)]);
  world.restart();
  const github = deliverFromGitHub(world);
  const payloads: object[] = [];
  world.github.onWebhook(({ payload }) => payloads.push(payload));
  world.github.open(REPO, { author: "bob", title: "Of GitHub", pull: {} });
  await github.arrive();
  expect(JSON.stringify(cardOf("Of GitHub"))).toContain("gh:pr merge");

  const body = JSON.stringify(payloads[0])
    .replaceAll("Of GitHub", "Of Gitea")
    .replaceAll("https://github.com", "https://git.example.org");
  const bytes = new TextEncoder().encode(body);
  const response = await world.request("/webhook", {
    method: "POST",
    headers: {
      "X-Gitea-Event": "pull_request",
      "X-Gitea-Delivery": crypto.randomUUID(),
      "X-Gitea-Signature": await hmacHex("gitea-secret", bytes),
      "Content-Type": "application/json",
    },
    body: bytes,
  });
  expect(response.status).toBe(202);
  await world.drain();
  expect(JSON.stringify(cardOf("Of Gitea"))).not.toContain("gh:");
});

function cardOf(title: string): object {
  const shown = world.discord.log.messages().find(({ text }) => text.includes(title));
  if (shown === undefined) throw new Error(`Nothing shows "${title}"`);
  return shown.body;
}
