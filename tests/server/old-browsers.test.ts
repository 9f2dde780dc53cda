import { globSync, readFileSync } from "node:fs";
import { transformWithEsbuild } from "vite";
import { expect, test } from "vitest";
import { oldestBrowsers } from "../../content/oldest-browsers.ts";

const { target: oldest, supported } = oldestBrowsers;

const built = globSync("build/client/assets/*.js");

/** As it is, or as it would have to be for these browsers. */
async function written(code: string, file: string, target: string | string[]): Promise<string[]> {
  const result = await transformWithEsbuild(code, file, { target, supported, sourcemap: false });
  return result.code.split("\n");
}

/**
 * What a browser of these could not read: then it leaves out the whole script, or loads the page again and again. Functions
 * that they lack are not found, nor flags in a text that becomes a pattern.
 */
async function tooNewIn(code: string, file = "script.js"): Promise<string[]> {
  const lowered = new Set(await written(code, file, oldest));
  const needed = (await written(code, file, "esnext")).filter((line) => !lowered.has(line));
  // Also in a text that becomes a pattern. A package that asks first whether a browser knows one is to be allowed here by the
  // very text of its pattern.
  return [...needed, ...(code.match(/.{0,30}\(\?(<[=!]|[a-z]*-?[a-z]+:).{0,30}/g) ?? [])];
}

test("no script has syntax that the oldest browsers cannot read", async () => {
  expect(built.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const file of built)
    for (const part of await tooNewIn(readFileSync(file, "utf8"), file))
      faults.push(`${file}: ${part}`);
  expect(faults).toEqual([]);
});

test.each([
  ["/(?<!a)b/.test(x)", true],
  ['new RegExp("(?<=a)b")', true],
  ["/(?i:a)b/.test(x)", true],
  ['new RegExp("(?s-i:a)b")', true],
  ["/[a--b]/v.test(x)", true],
  ["class A { static { x() } }", true],
  ["a ??= b?.c; /\\p{L}(?=a)(?:b)(?<c>d)/u.test(x)", false],
])("whether they cannot read %s: %s", async (code, isTooNew) => {
  expect((await tooNewIn(code)).length > 0).toBe(isTooNew);
});
