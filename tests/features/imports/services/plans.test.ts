import { expect, test } from "vitest";
import { oneImport } from "#tests/setup/one-import";
import { allTime } from "~/features/history/history";
import { type Import, isJudgedBeside } from "~/features/history/import";
import { planTakeIn, type Standing } from "~/features/imports/services/plans.server";

const undecided = { problems: [], window: allTime, decision: null };

const usedOn = (day: string): Import =>
  oneImport({ ...undecided, id: day, state: "used", takenAt: Date.parse(day) });

test("a held import shows its figures, although its use would thin out others", () => {
  // Two of one month, which is more than a year ago.
  const imports = ["2026-01-05", "2026-01-20", "2026-06-01"].map(usedOn);
  const takenAt = Date.parse("2027-02-01");
  const read: Import = oneImport({
    ...undecided,
    id: "new",
    state: "reading",
    digest: "another",
    takenAt,
  });
  const plan = planTakeIn(read, { imports } as unknown as Standing, takenAt);
  expect(plan.used.map(({ id }) => id)).toEqual(["2026-01-20", "2026-06-01", "new"]);
  const whole = { window: allTime, known: 3, changes: { new: 0, lost: 9 } };
  const held = plan.ifHeld({
    held: ["mass-loss"],
    window: allTime,
    evidence: { kind: "nothing", at: null, than: null },
    readings: { beside: ["2026-01-20", "2026-06-01"], before: 9, range: null, whole },
  } as unknown as Parameters<typeof plan.ifHeld>[0]);
  const kept = held.moves.at(-1)?.to;
  expect(kept && isJudgedBeside(kept, held.used)).toBe(true);
});
