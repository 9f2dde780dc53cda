import { describe, expect, test } from "vitest";
import {
  bytesToAnalyse,
  bytesToRead,
  memoryShares,
  placeBytes,
} from "~/platform/work/memory-shares";

const MiB = 1024 ** 2;
/** docs/operations.md: a process that has just started, full caches, and a thread that sets reports. */
const [atStart, fullCaches, report] = [150 * MiB, 231 * MiB, 40 * MiB];

describe("the memory of a container, divided", () => {
  test.each([
    [512, { imports: 3, refigures: 2, reports: 2 }],
    [1_024, { imports: 8, refigures: 4, reports: 4 }],
    [2_048, { imports: 8, refigures: 4, reports: 4 }],
    [24_576, { imports: 8, refigures: 4, reports: 4 }],
  ])("of %i MiB", (limit, counts) => {
    expect(memoryShares(limit * MiB)).toMatchObject(counts);
  });

  test.each([512, 768, 899, 900, 1_024, 1_536, 4_096])(
    "%i MiB are enough for all of it at once",
    (limit) => {
      const { caches, imports, refigures, reports, large } = memoryShares(limit * MiB);
      const own = atStart + fullCaches * caches;
      const threads = (imports + refigures) * placeBytes + reports * report + large;
      expect(own + threads).toBeLessThanOrEqual(limit * MiB);
    },
  );

  test.each([512, 1_024, 4_096])("in %i MiB the longest lists can be compared", (limit) => {
    const { large, maxListBytes } = memoryShares(limit * MiB);
    const people = Math.floor(maxListBytes / 22);
    expect(people).toBeGreaterThan(2_000_000);
    expect(bytesToRead(maxListBytes)).toBeLessThanOrEqual(large + placeBytes);
    expect(bytesToAnalyse(people, people)).toBeLessThanOrEqual(large + placeBytes);
  });
});
