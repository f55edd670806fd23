import { globSync, readFileSync } from "node:fs";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Runs in Node itself, where storage in memory makes thousands of events affordable, as scripts do. */
const IN_NODE = "tests/chaos/in-node.test.ts";
const TESTS = globSync("{src,tests,sandbox}/**/*.test.ts").filter((file) => file !== IN_NODE);

/** Tests that touch storage get it migrated and afterwards emptied; the others are spared the time. */
const touchesStorage = (file: string): boolean =>
  /testEnv|support\/[\w-]*world|cloudflare:test/.test(readFileSync(file, "utf8"));

/** They take longest. Begun last, one of them would keep all others' workers waiting. */
const SLOW =
  /(every-payload|delivery-failures|free-plan|commands-late|setup|in-node|chaos)\.test\.ts$/;

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) => SLOW.test(moduleId);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig(async () => {
  const worker = cloudflareTest({
    wrangler: { configPath: "./tests/support/wrangler.toml" },
    miniflare: {
      bindings: {
        TEST_MIGRATIONS: await readD1Migrations("migrations"),
        TESTS_OF_STORAGE: TESTS.filter(touchesStorage),
      },
    },
  });
  return {
    test: {
      silent: "passed-only" as const,
      maxWorkers: 2,
      sequence: { sequencer: SlowFirst },
      projects: [
        {
          plugins: [worker],
          test: {
            name: "worker",
            include: TESTS,
            setupFiles: ["tests/support/setup.ts"],
            // No module of ours keeps state, so files can share one isolate: several times faster.
            isolate: false,
            testTimeout: 30_000,
            // CommonJS enums are undefined in workerd unless bundled first.
            deps: { optimizer: { ssr: { enabled: true, include: ["discord-api-types/v10"] } } },
          },
        },
        {
          test: {
            name: "node",
            include: [IN_NODE, "scripts/**/*.test.ts"],
            environment: "node" as const,
          },
        },
      ],
    },
  };
});
