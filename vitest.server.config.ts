import { defineConfig } from "vitest/config";

/** Tests against the built server over real sockets; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ["tests/server/**/*.test.ts"],
    // They wait more than they work; more at once would make each other late.
    maxWorkers: 2,
    maxConcurrency: 3,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
