import { expect, it } from "vitest";
import { readConfig } from "./config.ts";

it("takes an encryption key in any text form, of several lines, too", () => {
  const key = `${"a".repeat(20)}\n${"b".repeat(20)}`;
  expect(readConfig({ ENCRYPTION_KEY: key }).encryptionKey).toBe(key);
  expect(readConfig({ ENCRYPTION_KEY: "short\nkey" }).encryptionKey).toBeUndefined();
});
