import { globSync, readFileSync } from "node:fs";
import { transformWithEsbuild } from "vite";
import { expect, test } from "vitest";

/** As docs/product.md#browsers names them. */
const oldest = ["safari15.4", "chrome100", "edge100", "firefox98"];

const built = globSync("build/client/assets/*.js");

/** As it is, or as it would have to be for these browsers. */
async function written(code: string, target: string | string[]): Promise<string[]> {
  const result = await transformWithEsbuild(code, "script.js", {
    target,
    // All of them know these, though not each of the newest scripts.
    supported: { "regexp-unicode-property-escapes": true },
    sourcemap: false,
  });
  return result.code.split("\n");
}

/** What a browser of these could not read: then it leaves out the whole script, or loads the page again and again. */
async function tooNewIn(code: string): Promise<string[]> {
  const lowered = new Set(await written(code, oldest));
  const needed = (await written(code, "esnext")).filter((line) => !lowered.has(line));
  // Also in a text that becomes a pattern.
  return [...needed, ...(code.match(/.{0,30}\(\?<[=!].{0,30}/g) ?? [])];
}

test("no script has syntax that the oldest browsers cannot read", async () => {
  expect(built.length).toBeGreaterThan(50);
  const faults: string[] = [];
  for (const file of built)
    for (const part of await tooNewIn(readFileSync(file, "utf8"))) faults.push(`${file}: ${part}`);
  expect(faults).toEqual([]);
});

test.each([
  ["/(?<!a)b/.test(x)", true],
  ['new RegExp("(?<=a)b")', true],
  ["/[a--b]/v.test(x)", true],
  ["class A { static { x() } }", true],
  ["a ??= b?.c; /\\p{L}(?=a)/u.test(x)", false],
])("whether they cannot read %s: %s", async (code, isTooNew) => {
  expect((await tooNewIn(code)).length > 0).toBe(isTooNew);
});
