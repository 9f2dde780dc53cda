import { exportRefusals, partNames } from "../../../app/features/export/export.ts";
import { holds } from "../../../app/features/history/history.ts";
import type { ImportJson } from "../../setup/imports.ts";
import type { Ending } from "./hostile-case.ts";

/** What an answer shows that no visitor should see. */
export const shownFaults = (body: string): string[] =>
  /\n\s+at .+:\d+:\d+|(Upstream|Type|Range|Syntax)Error|node:internal|ECONNRE/.test(body)
    ? [`shows where it failed: ${body.slice(0, 200)}`]
    : [];

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0;

/** What docs/product.md#imports does not know, in an import whose reading has ended. */
export function faultsOf(one: ImportJson): string[] {
  const faults: string[] = [];
  const { state, problems, counts, found, account, changes } = one;
  const known: readonly string[] = state === "refused" ? exportRefusals : holds;
  const parts: readonly string[] = partNames;
  const expect = (holdsTrue: boolean, fault: string) => {
    if (!holdsTrue) faults.push(`${fault}: ${JSON.stringify(one)}`);
  };
  expect(["held", "used", "refused"].includes(state), "an odd state");
  expect(problems.length > 0 || state === "used", "no problem is named");
  expect(
    problems.every((code) => known.includes(code)),
    "an odd problem",
  );
  expect(
    found.every((part) => parts.includes(part)),
    "an odd part",
  );
  expect(isCount(counts.followers) && isCount(counts.skipped), "an odd count");
  expect(counts.following === null || isCount(counts.following), "an odd count");
  expect(account === null || /^[^\s\p{C}/]{1,120}$/u.test(account), "an odd account");
  const takenAt = Date.parse(one.takenAt);
  expect(new Date(takenAt).toISOString() === one.takenAt, "no ISO date");
  expect(takenAt >= Date.UTC(2010, 0, 1) && takenAt <= Date.now(), "an odd date");
  expect(changes === null, "something changed with the first import");
  const isEmpty = counts.followers + counts.skipped + found.length === 0 && account === null;
  // Only what was read to its end tells what was found.
  const mayTell = found.length > 0 && !["encrypted", "too-large"].includes(problems[0] ?? "");
  if (state === "refused" && !mayTell) expect(isEmpty, "something was kept of what was refused");
  return faults;
}

/** Whether the import ended as the case says. @param whole the counts of the export that was broken */
export function endsAs(ends: Ending, one: ImportJson, whole: ImportJson["counts"]): boolean {
  if (ends === "as-was") {
    const isWhole = JSON.stringify(one.counts) === JSON.stringify(whole);
    return one.state === "refused" || isWhole;
  }
  // It was read: of a few followers, their number is asked for.
  if (ends === "used" && one.state === "held") return one.problems.join() === "needs-count";
  return ends === one.state || (one.state === "refused" && one.problems[0] === ends);
}
