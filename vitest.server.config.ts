import { defineConfig } from "vitest/config";
import { longestFirst } from "./tests/setup/longest-first.ts";

// Those that mostly wait begin beside the one that computes most.
const longest = [
  ...["faults", "durability", "leaving", "outbox", "fuzz", "leaving-commands", "left-imports"],
  ...["hostile-imports", "secrets", "demo", "outbox-command", "erase-expired", "import"],
  ...["stopping", "report-built-in"],
];

/** Tests against the built server over real sockets; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ["tests/server/**/*.test.ts"],
    sequence: { sequencer: longestFirst(longest) },
    // They wait more than they work.
    maxWorkers: 4,
    maxConcurrency: 3,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
