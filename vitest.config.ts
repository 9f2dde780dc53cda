import { defineConfig } from "vitest/config";
import { contentPlugin } from "./content/plugin.ts";

const below = (folder: string) => new URL(folder, import.meta.url).pathname;

export default defineConfig({
  plugins: [contentPlugin()],
  resolve: {
    alias: {
      "~": below("./app"),
      "#content": below("./content"),
      "#sandbox": below("./sandbox"),
      "#tests": below("./tests"),
      "virtual:remix/server-build": below("./tests/setup/server-build.ts"),
    },
  },
  esbuild: { jsx: "automatic" },
  test: {
    include: ["tests/**/*.test.{ts,tsx}"],
    // These need the built server: vitest.server.config.ts.
    exclude: ["tests/server/**"],
    globalSetup: ["tests/setup/firestore.ts"],
    setupFiles: ["tests/setup/outside.ts"],
    testTimeout: 10_000,
    // Much of the time goes into waiting for deadlines, so more files than cores may run at once.
    maxWorkers: 4,
    restoreMocks: true,
  },
});
