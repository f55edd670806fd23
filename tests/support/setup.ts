import { applyD1Migrations, reset } from "cloudflare:test";
import { afterEach, beforeEach } from "vitest";
import { testEnv } from "./env.ts";

beforeEach(async () => {
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
});

afterEach(async () => {
  await reset();
});
