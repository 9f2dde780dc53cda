import { afterAll, beforeEach, expect } from "vitest";
import { everyCase } from "./cases.ts";
import { lacks } from "./other-firestore-lacks.ts";

const tables = "tests/sandbox/firestore/";
const met = new Set<string>();
let file = "";

beforeEach(({ task, skip }) => {
  file = task.file.name;
  // A rule's title ends with where it is stated.
  const name = task.fullTestName.replace(/ \([^()]*\)$/, "");
  met.add(name);
  if (file.startsWith(tables)) {
    if (!rulesIn(file).includes(name)) skip("not what this run is about");
    // Expected to fail: an error once it passes.
    Object.assign(task, { fails: true });
  }
  const lack = lacks.find(({ tests }) => tests?.[file]?.includes(name));
  if (lack) skip(lack.why);
});

// No name that is here has gone from its file. A few of many cases lack some.
afterAll(() => {
  if (!everyCase) return;
  const listed = lacks.flatMap(({ tests }) => tests?.[file] ?? []);
  expect([...listed, ...rulesIn(file)].filter((name) => !met.has(name))).toEqual([]);
});

function rulesIn(name: string): string[] {
  return lacks
    .filter(({ rule: [table] }) => name === `${tables}${table}.test.ts`)
    .map(({ rule: [, rule] }) => rule);
}
