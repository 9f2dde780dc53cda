import laws from "content:law";
import { parseArgs } from "node:util";
import { describeObligations, staleSources } from "~/features/leaving/law-report";

// Run by `npm run law -- …`. Exit codes: 0 done, 1 a source is too old, 2 usage error.
const usage = `usage: law <place> <day>   what holds there for somebody who leaves: law DE 2026-11-22; the place 'unknown' is one, too
       law --check         whether every source was read within 365 days`;

type Order = { place: string; day: string } | "check";

function readOrder(): Order {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { check: { type: "boolean" } },
    });
    const [place, day, ...more] = positionals;
    if (place === undefined && values.check) return "check";
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day ?? "") && !Number.isNaN(Date.parse(day ?? ""));
    if (place && day && isDay && more.length === 0 && !values.check) return { place, day };
  } catch {
    // Unknown option.
  }
  process.stderr.write(`${usage}\n`);
  process.exit(2);
}

const order = readOrder();
if (order !== "check")
  process.stdout.write(`${describeObligations(laws, order.place, order.day).join("\n")}\n`);
else {
  const today = new Date().toISOString().slice(0, 10);
  const stale = staleSources(laws, today);
  for (const line of stale.map(({ text }) => text)) process.stdout.write(`${line}\n`);
  if (stale.some(({ fails }) => fails)) process.exitCode = 1;
}
