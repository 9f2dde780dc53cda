import { defineConfig } from "vitest/config";
import { longestFirst } from "./tests/setup/longest-first.ts";

const longest = [
  ...["durability", "faults", "leaving", "fuzz", "outbox", "hostile-imports", "leaving-commands"],
  ...["left-imports", "stopping", "erase-expired", "secrets", "outbox-command", "import"],
];

/** Tests against the built server over real sockets; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ["tests/server/**/*.test.ts"],
    sequence: { sequencer: longestFirst(longest) },
    // They wait more than they work; more at once would make each other late.
    maxWorkers: 3,
    maxConcurrency: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
