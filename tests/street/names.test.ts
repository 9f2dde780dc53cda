import { expect, test } from "vitest";
import { namesThatStandTwice, surveyApp, surveyFile } from "../../docs/street/survey.ts";

test("an exported name stands once in the house", () => {
  expect(Object.fromEntries(namesThatStandTwice(surveyApp()))).toEqual({});
});

test.each([
  ["a function", "export async function found() {}", ["found"]],
  ["a class", "export abstract class Found {}", ["Found"]],
  ["a type", "export type Found = 1;\nexport interface Other {}", ["Found", "Other"]],
  ["constants", "export const a = 1, { b, c: [d] } = x;\nconst own = 1; own;", ["a", "b", "d"]],
  ["a list", "const a = 1;\nexport { a, type B as C };", ["a", "C"]],
  ["what is re-exported from elsewhere", 'export { a } from "./a";\nexport * from "./b";', []],
  ["a default", "export default function Page() {}", ["default"]],
])("%s is counted by what it exports", (_, text, names) => {
  expect(surveyFile("app/page.ts", text).exportedNames).toEqual(names);
});

test("a name of two files stands twice, but not those that Remix asks every route for", () => {
  const files = ["app/features/home/a.ts", "app/features/plan/b.ts"].map((file) =>
    surveyFile(file, "export const loader = 1;\nexport type Shown = 1;\nexport const shown = 1;"),
  );
  expect([...namesThatStandTwice(files).keys()]).toEqual(["Shown", "shown"]);
});
