import laws from "content:law";
import { parseArgs } from "node:util";
import { describeObligations, staleSources } from "~/features/leaving/law-report";
import { startOfCalendarDay } from "~/platform/values/calendar-day";
import { readOrder } from "~/platform/work/read-order";

// Run by `npm run law -- …`. Exit codes: 0 done, 1 a source is too old or Firestore failed,
// 2 usage error, 3 no such words.
const usage = `usage: law <place> <day>   what holds there for somebody who leaves: law DE 2026-11-22; the place 'unknown' is one, too
       law --check         whether every source was read within 365 days
       law --words <hash>  the text that was shown with a declaration`;

type Order = { place: string; day: string } | { words: string } | "check";

const order = readOrder<Order>(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: "boolean" }, words: { type: "string" } },
  });
  const [place, day, ...more] = positionals;
  const { check, words } = values;
  if (place === undefined && check && words === undefined) return "check";
  if (place === undefined && !check && words !== undefined && /^[0-9a-f]{64}$/i.test(words))
    return { words: words.toLowerCase() };
  const isDay = day !== undefined && startOfCalendarDay(day) !== undefined;
  const isOne = isDay && more.length === 0 && !check && words === undefined;
  return place && isOne ? { place, day } : undefined;
});
if (order !== "check" && "words" in order) await printWords(order.words);
else if (order !== "check")
  process.stdout.write(`${describeObligations(laws, order.place, order.day).join("\n")}\n`);
else {
  const today = new Date().toISOString().slice(0, 10);
  const stale = staleSources(laws, today);
  for (const line of stale.map(({ text }) => text)) process.stdout.write(`${line}\n`);
  if (stale.some(({ fails }) => fails)) process.exitCode = 1;
}

/** Only this order, `--words`, needs the environment and the database. */
async function printWords(hash: string): Promise<never> {
  const { shownWords } = await import("~/features/leaving/declarations.server");
  const { runCommand } = await import("~/platform/store/firestore.server");
  return runCommand("law", async () => {
    const text = await shownWords(hash);
    if (text === undefined) process.stderr.write("law: no words have that hash\n");
    else process.stdout.write(`${text}\n`);
    return text === undefined ? 3 : 0;
  });
}
