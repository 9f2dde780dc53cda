import { defineConfig } from "vitest/config";
import { contentPlugin } from "./content/plugin.ts";
import { bundledThread } from "./tests/setup/bundled-thread.ts";

const below = (folder: string) => new URL(folder, import.meta.url).pathname;

// Not outbox-crowd.test.ts, which fills Firestore by batch writes: the other has none.
// Tests that `npm run test:other-firestore` runs once more, against a Firestore that others wrote.
const other = process.env.FIRESTORE === "other";
const alsoAgainstOther = [
  "tests/services/{cancellation,erasure,outbox,outbox-schedule,purchase,purchase-repeated}.test.ts",
  "tests/sandbox/firestore{,-queries}.test.ts",
  "tests/sandbox/firestore/*.test.ts",
  "tests/routes/import.test.ts",
];

export default defineConfig({
  plugins: [contentPlugin(), bundledThread()],
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
    include: other ? alsoAgainstOther : ["tests/**/*.test.{ts,tsx}"],
    // These need the built server: vitest.server.config.ts.
    exclude: ["tests/server/**"],
    globalSetup: ["tests/setup/firestore.ts"],
    setupFiles: [
      "tests/setup/outside.ts",
      ...(other ? ["tests/setup/other-firestore-skips.ts"] : []),
    ],
    testTimeout: 10_000,
    // Much of the time goes into waiting for deadlines, so more files than cores may run at once.
    maxWorkers: 4,
    restoreMocks: true,
  },
});
