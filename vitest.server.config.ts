import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const longest = [
  "faults",
  "leaving",
  "fuzz",
  "hostile-imports",
  "outbox",
  "left-imports",
  "durability",
];

/** Begins with the longest files, so that none of them is left when all others have ended. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return found < 0 ? longest.length : found;
    };
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

/** Tests against the built server over real sockets; `npm run build` comes first. */
export default defineConfig({
  test: {
    include: ["tests/server/**/*.test.ts"],
    sequence: { sequencer: LongestFirst },
    // They wait more than they work; more at once would make each other late.
    maxWorkers: 3,
    maxConcurrency: 3,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
