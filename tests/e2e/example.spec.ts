import { alike, everySource, expect, test } from "./journey.ts";
import { look } from "./look.ts";

test.use(everySource);

test(
  "from the import page to the example: its analysis, who left, its growth, and back",
  alike("links are links"),
  async ({ page, signedInAs, enhanced }) => {
    await signedInAs("importer");
    await page.goto("/dashboard/import");
    await page.getByRole("link", { name: "See an example first" }).click();
    const mark = page.getByRole("complementary", { name: "Example" });
    await expect(mark).toContainText("The account is invented");
    if (enhanced) await look(page, "the example's analysis");

    await page.getByRole("link", { name: /Lost followers/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Lost followers");
    await expect(mark).toBeVisible();
    if (enhanced) await look(page, "the example's people");

    await mark.getByRole("link", { name: "Growth" }).click();
    await page.getByRole("link", { name: "Quarter" }).click();
    await expect(page).toHaveURL(/example\/growth\?range=quarter/);
    await expect(mark).toBeVisible();
    await expect(page.getByText(/Instagram counted \d+ who left between/).first()).toBeVisible();

    await page.getByRole("link", { name: "Import my own export" }).click();
    await expect(page).toHaveURL(/\/dashboard\/import$/);
  },
);
