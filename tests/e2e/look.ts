import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { everyCase } from "../setup/cases.ts";
import { faultsForReaders, type View, ways } from "./every-reader/every-reader.ts";
import { expect } from "./journey.ts";

// The package's `source` is the long one, and handing it to a page took as long as all its looks.
const axeScript = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

const colours = ["color-contrast", "link-in-text-block"];
/** What axe finds depends on the width and, where it is about colours, on the scheme. */
const rules: Readonly<Record<View, readonly string[] | undefined>> = {
  phone: undefined,
  dark: colours,
  desk: undefined,
  "desk, dark": colours,
};

/** Looks at the open page on a phone, and in one of the other ways in which readers meet it; with `CASES=all` in all. */
export async function look(page: Page, name: string): Promise<void> {
  const found = (view: View) => violations(page, view);
  const faults = await faultsForReaders(page, "everything", found, waysOf(name));
  expect.soft(faults, name).toEqual([]);
}

/** All, or one of each page: the pages beside it, which are of the same parts, are looked at in the others. */
function waysOf(name: string) {
  const sum = Array.from(name, (letter) => letter.charCodeAt(0)).reduce((a, b) => a + b, 0);
  return ways.filter((_, at) => everyCase || at === sum % ways.length);
}

/** What axe finds. Its script is given to a page once. */
async function violations(page: Page, view: View): Promise<string[]> {
  if (view === "phone") await page.evaluate(axeScript);
  const only = rules[view];
  const options: axe.RunOptions = {
    // What passes is not described in full, which is up to a third of the work.
    resultTypes: ["violations"],
    ...(only && { runOnly: [...only] }),
  };
  const found = await page.evaluate(
    // What lies behind a dialog is a page that is looked at by itself.
    (asked) => window.axe.run(document.querySelector("dialog:modal") ?? document, asked),
    options,
  );
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`,
  );
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
