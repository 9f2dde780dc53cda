import { bringFiguresOf } from "../../sandbox/demo-imports.ts";
import { few } from "../setup/cases.ts";
import type { Stack } from "../setup/stack.ts";
import { alike, everySource, expect, provedElsewhere, test, withJavaScript } from "./journey.ts";
import { look } from "./look.ts";

test.use(everySource);

/** Imports what the demo imports for this person. */
async function importFor({ sandbox, origin }: Stack, key: string): Promise<void> {
  const person = sandbox.world.people.find((someone) => someone.key === key);
  if (!person) throw new Error(`nobody is called ${key}`);
  await bringFiguresOf(person, origin);
}

test(
  "who follows is searched, read page by page, and taken along as a file",
  alike("links and a plain form"),
  async ({ page, stack, signedInAs }) => {
    await importFor(stack, "imported");
    await signedInAs("imported");
    await page.goto("/dashboard/analytics");
    await expect(page.getByText(/^From your Instagram export of/)).toBeVisible();
    await expect(page.getByText("Next update in")).toBeHidden();
    await page.getByRole("link", { name: /Your fans/ }).click();
    const people = page.getByRole("main").getByRole("rowheader");
    await expect(people).toHaveCount(50);
    const first = await people.first().textContent();
    await page.getByRole("link", { name: "Next" }).click();
    await expect(page).toHaveURL(/\?page=2$/);
    await expect(people.first()).not.toHaveText(first ?? "");
    await expect(page.getByText(/^Page 2 of/)).toBeVisible();

    const field = page.getByRole("searchbox", { name: "Search by username" });
    await field.fill("AN");
    await field.press("Enter");
    await expect(page).toHaveURL(/\?q=AN$/);
    await expect(field).toHaveValue("an");
    await expect(page.getByText(/people match “an”/)).toBeVisible();
    await page.getByRole("link", { name: "Show all" }).click();
    await expect(people).toHaveCount(50);

    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download all as CSV" }).click();
    expect((await download).suggestedFilename()).toBe("fans.csv");
  },
);

test(
  "the pages of an analysis made here are for every eye",
  withJavaScript("axe is a script, and reads the same page either way"),
  async ({ page, stack, signedInAs }) => {
    await importFor(stack, "twice");
    await signedInAs("twice");
    await page.emulateMedia({ reducedMotion: "reduce" });
    // One list of each layout: with dates and places, of names, without anybody.
    const paths = [
      "/dashboard/analytics",
      "/dashboard/analytics/fans?q=nobody-at-all",
      "/dashboard/analytics/renamed",
      "/dashboard/analytics/secretFans",
      "/dashboard/analytics/lostFollowers",
    ];
    for (const path of few(paths, 2)) {
      await page.goto(path);
      await look(page, path);
    }
  },
);

test(
  "who has no analysis yet is led to the import",
  provedElsewhere("analysis/routes/analytics-sources.test.ts"),
  async ({ page, signedInAs }) => {
    await signedInAs("importer");
    await page.goto("/dashboard/analytics");
    await expect(
      page.getByRole("heading", { name: "Start with your Instagram export" }),
    ).toBeVisible();
    await page.getByRole("link", { name: "Import my export" }).click();
    await expect(page).toHaveURL(/\/dashboard\/import$/);
  },
);
