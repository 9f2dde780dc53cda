import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

// Where lines run from right to left, pages are mirrored by logical properties alone.

const length = "(?:\\[|\\d|auto\\b|px\\b|full\\b)";
const physicalClasses = [
  `-?(?:scroll-)?[pm][lr]-${length}`,
  `-?(?:left|right)-${length}`,
  "(?:text|float|clear|object|bg|origin)-(?:left|right)\\b",
  "border-[lr](?:-|\\b)",
  "rounded-(?:[lr]|tl|tr|bl|br)(?:-|\\b)",
  "bg-(?:linear|gradient)-to-(?:[tb]?[lr])\\b",
];
const physicalClass = new RegExp(`(?<=^|[\\s"'\`:])(?:${physicalClasses.join("|")})`, "g");
const across = /(?<=^|[\s"'`:])-?translate-x-/;

const physicalProperty =
  /(?:margin|padding|border|inset|radius)-(?:left|right)|border-(?:top|bottom)-(?:left|right)|(?<=[;{\s"])(?:left|right):(?! *\{)|(?:text-align|float|clear): *(?:left|right)|align="(?:left|right)"/g;
/** Of four values the second is on the right, the fourth on the left. */
const fourValues =
  /(?<![\w-])(?:margin|padding|inset|border-(?:width|style|color)): *(\S+) +(\S+) +(\S+) +([^\s;"}]+)/g;

function physicalIn(file: string, text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const isStyle = file.endsWith(".css") || /style="|align="/.test(line);
    const found = [
      ...(file.endsWith(".css") ? (line.match(/@apply.*/)?.[0].match(physicalClass) ?? []) : []),
      ...(file.endsWith(".css") ? [] : (line.match(physicalClass) ?? [])),
      ...(isStyle ? (line.match(physicalProperty) ?? []) : []),
      ...(isStyle
        ? [...line.matchAll(fourValues)].flatMap(([all, , right, , left]) =>
            right === left ? [] : [all],
          )
        : []),
      ...(across.test(line) && !line.includes("rtl:") ? ["translate-x without rtl:"] : []),
    ];
    return found.map((physical) => `${file}: ${physical}`);
  });
}

test("everything that is drawn or mailed is laid out by logical properties", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => join("app", file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.flatMap((file) => physicalIn(file, readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["a.tsx", '<p className="mt-2 pl-4">'],
  ["a.tsx", '<p className="lg:-mr-8">'],
  ["a.tsx", '<p className="absolute right-3">'],
  ["a.tsx", '<p className="sm:text-left">'],
  ["a.tsx", '<p className="border-l border-line">'],
  ["a.tsx", '<p className="rounded-tl-xl">'],
  ["a.tsx", "const padding = `pl-[15px]`;"],
  ["a.tsx", '<p className="group-hover:translate-x-1">'],
  ["a.css", "  padding-left: 1rem;"],
  ["a.css", "  left: 0;"],
  ["a.css", "  text-align: right;"],
  ["a.css", "  padding: 0 1rem 0 2rem;"],
  ["a.css", "  border-top-left-radius: 4px;"],
  ["a.ts", '`<td style="padding-left:4px">`'],
  ["a.ts", '`<td align="right">`'],
])("in %s it would be found: %s", (file, line) => {
  expect(physicalIn(file, line)).toHaveLength(1);
});

test.each([
  ["a.tsx", "const { left, right } = element.getBoundingClientRect();"],
  ["a.tsx", "const plot = { left: 3, right: 4 };"],
  ["a.tsx", '<p className="ps-4 me-2 start-3 text-end border-s rounded-s-xl">'],
  ["a.tsx", '<p className="hover:translate-x-1 rtl:hover:-translate-x-1">'],
  ["a.css", "  padding: 0 1rem 2rem;\n  padding-inline-start: 1rem;\n  inset: 0 1px 2px 1px;"],
])("in %s it is no fault: %s", (file, line) => {
  expect(physicalIn(file, line)).toEqual([]);
});
