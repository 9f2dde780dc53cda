import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { everyCase } from "../setup/cases.ts";
import { faultsForReaders, type View } from "./every-reader/every-reader.ts";
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

/** Looks at the open page narrow, dark and wide, and as every reader meets it. */
export async function look(page: Page, name: string): Promise<void> {
  const faults = await faultsForReaders(page, "everything", (view) => violations(page, view));
  expect.soft(faults, name).toEqual([]);
}

/** What axe finds. Its script is given to a page once. */
async function violations(page: Page, view: View): Promise<string[]> {
  if (view === "phone") await page.evaluate(axeScript);
  // What is dark on a phone has the colours that it has on a desk.
  if (view === "dark" && !everyCase) return [];
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
