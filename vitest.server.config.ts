import { defineConfig } from "vitest/config";

/** Tests against the built server over real sockets; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ["tests/server/**/*.test.ts"],
    fileParallelism: false,
    maxConcurrency: 3,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
