import { defineConfig } from "vitest/config";
import { pure as pureModules } from "./app/street.ts";
import { jsxSentences } from "./content/jsx-sentences.ts";
import { contentPlugin } from "./content/plugin.ts";
import { bundledThread } from "./tests/setup/bundled-thread.ts";
import { longestFirst } from "./tests/setup/longest-first.ts";
import { routeTable } from "./tests/setup/route-table.ts";
import { unitTestWorkers } from "./tests/setup/workers.ts";

const below = (folder: string) => new URL(folder, import.meta.url).pathname;
const inside = (folder: string) => new RegExp(below(folder).replace(/[^\w/-]/g, "\\$&"));

// Not outbox-crowd.test.ts, which fills Firestore by batch writes: the other has none.
// Tests that `npm run test:other-firestore` runs once more, against a Firestore that others wrote.
const other = process.env.FIRESTORE === "other";
const alsoAgainstOther = [
  "tests/features/leaving/services/cancellation.test.ts",
  "tests/features/own-data/services/erasure.test.ts",
  "tests/platform/outbox/{outbox,outbox-schedule}.test.ts",
  "tests/features/purchases/services/{purchase,purchase-repeated}.test.ts",
  "tests/sandbox/firestore{,-queries}.test.ts",
  "tests/sandbox/firestore/*.test.ts",
  "tests/features/imports/routes/import.test.ts",
];

// What they test is without state and speaks to nothing outside, so they start no sandbox and share processes.
const pure = [
  "tests/{content,design,street,{features,platform}/*/{browser,rules}}/**/*.test.ts",
  "tests/sandbox/{histories*,sample-exports}.test.ts",
];

// The longest begin first: those that mostly wait, beside those that compute.
const longest = [
  ...[
    "import-outages",
    "cancellation-kept-late",
    "faults-by-pairs",
    "readings/errors",
    "analytics-of-accounts",
  ],
  ...[
    "import-held",
    "recovery-mail",
    "instagram-calls",
    "account-creation-again",
    "connect",
    "services/counting",
  ],
  ...["growth/rules/histories", "content/books"],
];

export default defineConfig({
  plugins: [contentPlugin(), jsxSentences(), bundledThread(), routeTable()],
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
    // Far more than any needs: the machine may be busy. What must be quick, a test measures itself.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: unitTestWorkers(),
    sequence: { sequencer: longestFirst(longest, "pure") },
    // Each reset of the app's modules leaves a whole app to collect.
    execArgv: ["--min-semi-space-size=16", "--max-semi-space-size=32"],
    restoreMocks: true,
    // Node loads these by itself, once for each process: they remember nothing of a test.
    server: {
      deps: {
        external: [
          new RegExp(pureModules.replace("^app/", inside("./app/").source)),
          inside("./sandbox/"),
        ],
      },
    },
    projects: [
      {
        extends: true,
        test: {
          name: "app",
          include: other ? alsoAgainstOther : ["tests/**/*.test.{ts,tsx}"],
          // Those in tests/server need the built server: vitest.server.config.ts.
          exclude: ["tests/server/**", ...pure],
          globalSetup: ["tests/setup/firestore.ts"],
          isolate: false,
          setupFiles: [
            "tests/setup/new-process.ts",
            "tests/setup/quick-receipts.ts",
            "tests/setup/outside.ts",
            ...(other ? ["tests/setup/other-firestore-skips.ts"] : []),
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "pure",
          include: other ? [] : pure,
          setupFiles: ["tests/setup/strict-console.ts"],
          isolate: false,
        },
      },
    ],
  },
});
