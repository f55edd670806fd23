import { describe, expect, it } from "vitest";
import { createEncryption, type Encryption } from "./encryption.ts";

const place = { purpose: "tokens", record: "token:1" };
const OLD = "o".repeat(32);
const NEW = "n".repeat(32);

function encryption(key = NEW, previous?: string): Encryption {
  const made = createEncryption({ key, previous });
  if (made === undefined) throw new Error("no encryption");
  return made;
}

describe("a sealed value", () => {
  it("opens in its own place, also when it is long and not ASCII", async () => {
    const text = "密钥🔑".repeat(500);
    const sealed = await encryption().seal(place, text);

    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(await encryption().open(place, sealed)).toEqual({ text, outdated: false });
  });

  it("is another one each time", async () => {
    const one = encryption();
    expect(await one.seal(place, "a")).not.toBe(await one.seal(place, "a"));
  });

  it("does not open under another record, another purpose, another key, or changed", async () => {
    const sealed = await encryption().seal(place, "a");
    const last = sealed.at(-3) === "A" ? "B" : "A";
    const changed = sealed.slice(0, -3) + last + sealed.slice(-2);

    expect(await encryption().open({ ...place, record: "token:2" }, sealed)).toBeUndefined();
    expect(await encryption().open({ ...place, purpose: "links" }, sealed)).toBeUndefined();
    expect(await encryption(OLD).open(place, sealed)).toBeUndefined();
    expect(await encryption().open(place, changed)).toBeUndefined();
  });

  it("of the previous key opens, and is told as outdated", async () => {
    const sealed = await encryption(OLD).seal(place, "a");
    expect(await encryption(NEW, OLD).open(place, sealed)).toEqual({ text: "a", outdated: true });
  });
});

it("opens what an older deployment stored unencrypted, and tells it as outdated", async () => {
  expect(await encryption().open(place, "gho_abc")).toEqual({ text: "gho_abc", outdated: true });
});

it("is not there without a key, or with one that is too short", () => {
  expect(createEncryption({ key: undefined })).toBeUndefined();
  expect(createEncryption({ key: "short" })).toBeUndefined();
});
