import { afterEach, beforeEach } from "vitest";
import { testEnv } from "./env.ts";
import { emptyStorage, freshStorage } from "./storage.ts";

const touchesStorage = (path: string): boolean =>
  testEnv.TESTS_OF_STORAGE.some((file) => path.endsWith(file));

beforeEach(async ({ task }) => {
  if (touchesStorage(task.file.filepath)) await freshStorage();
});

afterEach(async ({ task }) => {
  if (touchesStorage(task.file.filepath)) await emptyStorage();
});
