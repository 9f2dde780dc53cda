import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

test("every variable that a style uses has a value: a browser leaves a style out that has none", () => {
  const folder = "app/design/styles";
  const styles = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const all = styles.join("\n");
  const named = new Set([...all.matchAll(/(?<=[\s{;])(--[\w-]+):/g)].map(([, name]) => name));
  const used = [...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !named.has(name))).toEqual([]);
});
