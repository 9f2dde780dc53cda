import { parseArgs } from "node:util";
import { changeKinds } from "../app/features/history/history.ts";
import { numberOption } from "../sandbox/number-option.ts";
import { caseKinds, makeCase, trustCaseKinds } from "./analysis/cases.ts";
import { compareAll, emptyComparedTally } from "./analysis/compared.ts";
import { countHidden, emptyHiddenTally } from "./analysis/hidden.ts";
import { compareMillion } from "./analysis/million.ts";
import { countSaid, emptySaidTally } from "./analysis/said.ts";
import { importAll } from "./analysis/subscriber.ts";
import {
  afterUnnoticed,
  afterUnnoticedTrust,
  count,
  emptyTallies,
  type Row,
  type Score,
} from "./analysis/tally.ts";

// Imports the exports of generated histories, and compares what the analysis says with the generator's own log.
// Figures are percentages: precision / recall. `plain` is what a set difference of two files says of the losses.
const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "10000" },
    from: { type: "string", default: "0" },
  },
});

const tallies = emptyTallies();
const compared = emptyComparedTally();
const saidToBe = emptySaidTally();
const hidden = emptyHiddenTally();
const first = numberOption(values, "from");
const histories = numberOption(values, "histories");
const started = process.cpuUsage();
for (let seed = first; seed < first + histories; seed += 1) {
  const one = makeCase(seed);
  const steps = await importAll(one);
  await count(tallies, one, steps);
  // A twenty-fifth of the histories: any two of their imports.
  if (seed % 25 === 0 || histories <= 500) await compareAll(compared, one, steps);
}
// A fiftieth as many of each of these.
const ofEach = Math.ceil(histories / 50);
for (let seed = first; seed < first + ofEach; seed += 1) {
  const one = makeCase(seed, 1_500, "whole, B, a tenth without a time");
  await countSaid(saidToBe, one, await importAll(one));
  const other = makeCase(first + 2_000_000 + seed, 1_500);
  await countHidden(hidden, other, await importAll(other), seed % 2 === 0 ? "middle" : "last");
}
for (const [index, kind] of trustCaseKinds.entries())
  for (let seed = 0; seed < ofEach; seed += 1) {
    const one = makeCase(first + 1_000_000 + index * ofEach + seed, 1_500, kind);
    await count(tallies, one, await importAll(one));
  }

const percent = (part: number, whole: number) =>
  whole === 0 ? "-" : ((part / whole) * 100).toFixed(2);
const both = ({ right, wrong, missed }: Score) =>
  `${percent(right, right + wrong)} / ${percent(right, right + missed)}`;

console.table(
  Object.fromEntries(
    Object.entries(tallies).map(([row, tally]) => [
      row,
      {
        imports: tally.imports,
        cut: tally.cut,
        "whole, held": tally.wholeHeld,
        "first: cut": tally.first.cut,
        "first: cut, unasked": tally.first.unasked,
        "first: whole, asked": tally.first.wholeAsked,
        losses: tally.scores.lost.right + tally.scores.lost.missed,
        ...Object.fromEntries(changeKinds.map((kind) => [kind, both(tally.scores[kind])])),
        "false losses": tally.falseLosses,
        "plain: false losses": tally.plain.wrong,
        "plain: precision": percent(tally.plain.right, tally.plain.right + tally.plain.wrong),
      },
    ]),
  ),
);
const sums = (of: readonly Row[], unnoticed: Row) => {
  const total = (what: "imports" | "whole" | "wholeHeld" | "tellable" | "falseLosses") =>
    [...of, unnoticed].reduce((sum, row) => sum + tallies[row][what], 0);
  const [whole, held] = [total("whole"), total("wholeHeld")];
  const after = tallies[unnoticed];
  return [
    `${total("imports")} exports, ${total("falseLosses") - after.falseLosses} false losses`,
    `${held} of ${whole} whole ones held (${percent(held, whole)} %), ${total("tellable")} of these though something in the export tells that it is whole`,
    `${after.unnoticed} cuts not noticed (${after.falseLosses} false losses), ${after.noticeable} of these more than the account's own losses explain`,
  ].join("; ");
};
const trusted = sums(trustCaseKinds, afterUnnoticedTrust);
console.log(`Request files that are old, missing, of another zone or lie: ${trusted}`);
console.log(`All the others: ${sums(caseKinds, afterUnnoticed)}`);
console.log("Any two imports, with others between them or not:");
console.table({
  compared: {
    pairs: compared.pairs,
    "not neighbours": compared.apart,
    ...Object.fromEntries(changeKinds.map((kind) => [kind, both(compared.scores[kind])])),
    "false losses": compared.falseLosses,
  },
});
console.log(
  `After saying of ${saidToBe.said} renames without a time who is who (taken back with another result: ${saidToBe.leftovers}):`,
);
console.table(
  Object.fromEntries(Object.entries(saidToBe.scores).map(([kind, score]) => [kind, both(score)])),
);
console.log(
  `${hidden.hidden} people hidden: of ${hidden.lookedFor} names of theirs ${hidden.named.length} are told; other counts: ${hidden.otherTotals}`,
);
for (const between of [0, 1])
  console.log(
    `Two exports of a million, ${between} between them: ${Math.round(await compareMillion(between))} ms`,
  );
const { user, system } = process.cpuUsage(started);
console.log(`${((user + system) / 1e6).toFixed(0)} s of processor time`);
