import { expect, it } from "vitest";
import { demoExports } from "#sandbox/demo-exports.ts";
import { wholeFile } from "#sandbox/histories/export-zip.ts";
import { sampleExports } from "#sandbox/sample-exports.ts";
import { everyCase } from "#tests/setup/cases";
import { entriesIn } from "#tests/setup/opened-exports";

const now = Date.UTC(2026, 9, 3, 14, 5) / 1000;
const samples = sampleExports(now);
const sample = (slug: string) => {
  const found = samples.find((one) => one.slug === slug);
  if (!found) throw new Error(`there is no sample ${slug}`);
  return found;
};
const filesOf = async (slug: string) => entriesIn(await wholeFile(sample(slug).file()));
const followersOf = async (slug: string): Promise<string[]> => {
  const files = await filesOf(slug);
  const list = files.get("connections/followers_and_following/followers_1.json")?.text ?? "[]";
  return JSON.parse(list).map((entry: { string_list_data: [{ value: string }] }) => {
    return entry.string_list_data[0].value;
  });
};
const numbersIn = (text: string) =>
  (text.replaceAll(/(?<=\d),(?=\d{3})/g, "").match(/\d+/g) ?? []).map(Number);

it("says of the first two what is in them, and what happened between them", async () => {
  const [first, second] = await Promise.all([followersOf("first"), followersOf("second")]);
  expect(numbersIn(sample("first").expect)[0]).toBe(first.length);
  const [followers, , come, left, renamed, back] = numbersIn(sample("second").expect);
  expect(followers).toBe(second.length);
  const [had, has] = [new Set(first), new Set(second)];
  expect(first.filter((name) => !has.has(name))).toHaveLength((left ?? 0) + (renamed ?? 0));
  expect(second.filter((name) => !had.has(name))).toHaveLength(
    (come ?? 0) + (renamed ?? 0) + (back ?? 0),
  );
  // Else the app could not come to the same figures.
  expect(Math.min(...numbersIn(sample("second").expect))).toBeGreaterThan(0);
});

it.runIf(everyCase)("has the other kinds", async () => {
  const year = await followersOf("last-year");
  expect(numbersIn(sample("last-year").expect)).toEqual([year.length]);
  expect(year.length).toBeLessThan((await followersOf("second")).length / 2);
  expect([...(await filesOf("html")).keys()]).toContain("start_here.html");
  await expect(filesOf("broken")).rejects.toThrow();
  expect([...(await filesOf("creator")).keys()]).toContain(
    "logged_information/past_instagram_insights/posts.json",
  );
});

it("names the files as Instagram does, each another, of the same accounts at any time", () => {
  const names = samples.map((one) => one.file().name);
  expect(new Set(names).size).toBe(samples.length);
  for (const name of names)
    expect(name).toMatch(
      /^instagram-(maja\.in\.pictures|studio\.nordwind)-2026-\d\d-\d\d-\w{8}\.zip$/,
    );
  const later = sampleExports(now + 5_000);
  expect(later.map((one) => one.expect)).toEqual(samples.map((one) => one.expect));
});

it("has the demo's own exports in the order of time", () => {
  const days = (imports: "none" | "one" | "several" | "forty") =>
    demoExports(imports, now).map(({ name }) => /\d{4}-\d\d-\d\d/.exec(name)?.[0]);
  expect(days("none")).toEqual([]);
  expect(days("one")).toEqual(["2026-10-01"]);
  expect(days("several")).toEqual([
    "2026-05-31",
    "2026-07-01",
    "2026-08-01",
    "2026-09-01",
    "2026-10-02",
  ]);
  const forty = days("forty");
  expect(forty).toEqual(forty.toSorted());
  expect(new Set(forty).size).toBe(40);
});
