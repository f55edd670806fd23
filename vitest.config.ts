import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

export default defineConfig(async () => ({
  plugins: [
    cloudflareTest({
      wrangler: { configPath: "./tests/support/wrangler.toml" },
      miniflare: { bindings: { TEST_MIGRATIONS: await readD1Migrations("migrations") } },
    }),
  ],
  test: {
    include: ["src/**/*.test.ts", "tests/**/*.test.ts", "sandbox/**/*.test.ts"],
    setupFiles: ["tests/support/setup.ts"],
    // No module of ours keeps state, so files can share one isolate: several times faster.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    // CommonJS enums are undefined in workerd unless bundled first.
    deps: { optimizer: { ssr: { enabled: true, include: ["discord-api-types/v10"] } } },
  },
}));
