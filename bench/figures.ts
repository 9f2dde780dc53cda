import { isDeepStrictEqual, parseArgs } from "node:util";
import { numberOption } from "../sandbox/number-option.ts";
import {
  accountOf,
  comparedFigures,
  hasSharedSeconds,
  wrongStrangers,
} from "./analysis/figures.ts";

// The figures of growth, report, analytics and weekly letter over generated histories with ranges, returns, refollows and
// renames, of commenters, too: each must be what the generator's own log says, and so equal to the others.
const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "500" },
    from: { type: "string", default: "0" },
  },
});

const rows: Record<string, { equal: number; different: number }> = {};
const first = numberOption(values, "from");
const histories = numberOption(values, "histories");
let [exports, ranges, shared, strangers] = [0, 0, 0, 0];
const started = process.cpuUsage();
for (let seed = first; seed < first + histories; seed += 1) {
  const account = accountOf(seed);
  if (hasSharedSeconds(account)) {
    shared += 1;
    continue;
  }
  exports += account.looks.length;
  ranges += account.looks.filter(({ from }) => from > 0).length;
  strangers += wrongStrangers(account);
  for (const { figure, shown, told } of await comparedFigures(account)) {
    const row = rows[figure] ?? { equal: 0, different: 0 };
    rows[figure] = row;
    if (isDeepStrictEqual(plain(shown), plain(told))) row.equal += 1;
    else {
      row.different += 1;
      if (row.different === 1) console.log(`History ${seed}, ${figure}:`, shown, "should be", told);
    }
  }
}
console.table(rows);
console.log(
  `${exports} exports, ${ranges} of a range. ${shared} histories left out: two follows have one second, and nobody can tell who is who.`,
);
console.log(
  `${strangers} commenters follow, and are strangers by the exports: they took a new name while no export showed them.`,
);
const { user, system } = process.cpuUsage(started);
console.log(`${((user + system) / 1e6).toFixed(0)} s of processor time`);
process.exitCode = Object.values(rows).some(({ different }) => different > 0) ? 1 : 0;

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
