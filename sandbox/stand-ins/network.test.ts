import { expect, it } from "vitest";
import { network } from "./network.ts";

const answering = { fetch: (request: Request) => new Response(`seen ${request.url}`) };
const fetch = network({ "https://discord.test/api/v10": answering });

it("hands a request to the host whose base it begins with", async () => {
  const response = await fetch("https://discord.test/api/v10/users/@me");
  expect(await response.text()).toBe("seen https://discord.test/api/v10/users/@me");
});

it("throws for every other origin, and for a base that only looks alike", async () => {
  await expect(fetch("https://example.com/secret")).rejects.toThrow(
    "network: unexpected call to https://example.com",
  );
  await expect(fetch("https://discord.test/api/v100/users")).rejects.toThrow(TypeError);
});
