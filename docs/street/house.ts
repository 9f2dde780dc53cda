import { features, platform } from "../../app/street.ts";
import { gate, measureArrows, namesThatStandTwice, surveyApp } from "./survey.ts";

// The numbers on the doors: `npm run house`.
const longestFunctions = 15;
const shortLines = 20;

const files = surveyApp();
const arrows = measureArrows();
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
const isShort = ({ lines }: { lines: number }) => lines <= shortLines;
const linesOf = (some: readonly { lines: number }[]) => sum(some.map(({ lines }) => lines));
const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
const row = (name: string, about: string, ...cells: (string | number)[]) =>
  console.log(
    `  ${name.padEnd(11)}${cells.map((cell) => String(cell).padStart(8)).join("")}   ${about}`.trimEnd(),
  );

/** Two concerns that import each other; lint allows none. */
const mutual = arrows.filter(
  ({ from, to }) => from < to && arrows.some((back) => back.from === to && back.to === from),
);

console.log(
  `The house: ${files.length} files, ${linesOf(files)} lines, ${arrows.length} arrows between concerns, ` +
    `${mutual.length} of them in both directions.\n`,
);

const described: [string, readonly { name: string; about: string }[]][] = [
  ["The platform (app/platform, app/design)", platform],
  ["The features (app/features)", features],
  [
    "The gate (app/*.ts, without the environment, which all may read)",
    [{ name: gate, about: "what starts, and who answers what" }],
  ],
];
for (const [title, concerns] of described) {
  console.log(`${title}, in their order`);
  row("", "", "files", "short", "lines", "comment", "in", "out");
  for (const { name, about } of concerns) {
    const own = files.filter(({ concern }) => concern === name);
    const into = arrows.filter(({ to }) => to === name);
    const out = arrows.filter(({ from }) => from === name);
    row(
      name,
      about,
      own.length,
      own.filter(isShort).length,
      linesOf(own),
      share(sum(own.map((file) => file.commentLines)), linesOf(own)),
      into.length,
      out.length,
    );
  }
  console.log();
}
console.log(
  `'short': files of at most ${shortLines} lines, ${files.filter(isShort).length} in all; ` +
    "'in': how many concerns import it; 'out': how many it imports.\n",
);

console.log("The longest functions");
const functions = files.flatMap((file) => file.functions);
for (const { lines, name, file, line } of functions
  .toSorted((a, b) => b.lines - a.lines)
  .slice(0, longestFunctions))
  console.log(`  ${String(lines).padStart(4)} lines  ${name}  ${file}:${line}`);

const twice = namesThatStandTwice(files);
console.log(`\nExported names that stand twice: ${twice.size}`);
for (const [name, places] of twice) console.log(`  ${name}: ${places.join(", ")}`);

const commentLines = sum(files.map((file) => file.commentLines));
console.log(`\nComments: ${commentLines} lines, ${share(commentLines, linesOf(files))}`);
