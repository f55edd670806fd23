import { describe, expect, it } from "vitest";
import { providerContract } from "../contract.ts";
import { signatureOf } from "../hmac.ts";
import { parseEvent } from "../index.ts";
import { github } from "./github.ts";

providerContract({
  provider: github,
  body: JSON.stringify({ action: "opened", title: "Café 🎉" }),
  signature: "x-hub-signature-256",
  headers: async (bytes, secret) => ({
    "x-github-event": "issues",
    "x-github-delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958",
    "x-hub-signature-256": `sha256=${await signatureOf(secret, bytes)}`,
  }),
});

const envelope = {
  provider: "github",
  endpoint: "global",
  deliveryId: "d-1",
  event: "issues",
  form: false,
  receivedAt: 1,
} as const;

describe("a webhook of GitHub", () => {
  it("is verified as GitHub's documentation says", async () => {
    const verdict = await github.verify(
      {
        headers: new Headers({
          "X-Hub-Signature-256":
            "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
        }),
        bytes: new TextEncoder().encode("Hello, World!"),
      },
      ["It's a Secret to Everybody"],
      0,
    );
    expect(verdict).toBe("ok");
  });

  it("is read from the form field that repository webhooks use by default", () => {
    const form = new URLSearchParams({ payload: '{"action":"opened","n":"a+b & c"}' }).toString();
    expect(parseEvent({ ...envelope, form: true }, form)).toMatchObject({
      event: "issues",
      action: "opened",
      payload: { n: "a+b & c" },
    });
  });

  it("has no action where the payload has none", () => {
    expect(parseEvent(envelope, '{"action":null}')).not.toHaveProperty("action");
  });

  it("loses halves of characters and nothing else", () => {
    expect(
      parseEvent(envelope, '{"a":"x\\ud83dy","b":["\\ud83c\\udf89"],"__proto__":{"c":1}}'),
    ).toMatchObject({ payload: { a: "x\uFFFDy", b: ["🎉"] } });
  });

  it.each([
    ["", false],
    ["   ", false],
    ["{", false],
    ["[1]", false],
    ['"text"', false],
    ["null", false],
    ["payload=", true],
    ["other={}", true],
  ])("is unreadable as %j", (body, form) => {
    expect(parseEvent({ ...envelope, form }, body)).toHaveProperty("unreadable");
  });
});
