import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { faultsForReaders } from "./every-reader/every-reader.ts";
import { expect } from "./journey.ts";
import { sidewaysScroll } from "./legible.ts";

// The package's `source` is the long one, and handing it to a page took as long as all its looks.
const axeScript = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

// What axe finds depends on the width and, where it is about colours, on the scheme.
const colours = ["color-contrast", "link-in-text-block"];
const views = [
  { width: 390, scheme: "light" },
  { width: 390, scheme: "dark", rules: colours },
  { width: 1280, scheme: "light" },
  { width: 1440, scheme: "dark", rules: colours },
] as const;

/** Looks at the open page narrow, dark and wide, and as every reader meets it. */
export async function look(page: Page, name: string): Promise<void> {
  const faults: string[] = [];
  for (const { width, scheme, ...only } of views) {
    await page.setViewportSize({ width, height: 844 });
    // A colour on its way from the other scheme is nobody's.
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    for (const found of await violations(page, "rules" in only ? only.rules : undefined))
      faults.push(`${width} px, ${scheme}: ${found}`);
    if (await sidewaysScroll(page)) faults.push(`${width} px: scrolls sideways`);
  }
  await page.setViewportSize({ width: 1024, height: 844 });
  if (await sidewaysScroll(page)) faults.push("1024 px: scrolls sideways");
  faults.push(...(await faultsForReaders(page)));
  expect.soft(faults, name).toEqual([]);
}

/** What axe finds. Its script is given to a page once. */
async function violations(page: Page, rules: readonly string[] | undefined): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeScript);
  const options: axe.RunOptions = {
    // What passes is not described in full, which is up to a third of the work.
    resultTypes: ["violations"],
    ...(rules && { runOnly: [...rules] }),
  };
  const found = await page.evaluate((asked) => window.axe.run(asked), options);
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
