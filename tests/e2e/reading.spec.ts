import { few } from "../setup/cases.ts";
import { alike, expect, test, withJavaScript } from "./journey.ts";

test(
  "a guide is read from the first part to the last, and left for the news",
  alike("links are links"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await page
      .getByRole("link", { name: /Detect Stalkers/ })
      .last()
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Detect Stalkers" })).toBeVisible();
    await expect(page.getByRole("link", { name: /^Read article/ })).toHaveCount(5);

    await page
      .getByRole("link", { name: /^Read article/ })
      .first()
      .click();
    for (const part of [1, 2, 3, 4]) {
      await expect(page.getByText(`Part ${part} of 5`)).toBeVisible();
      await page.getByRole("link", { name: new RegExp(`^Next: part ${part + 1}`) }).click();
    }
    await expect(page.getByText("Part 5 of 5")).toBeVisible();
    await page.getByRole("link", { name: "To all articles" }).click();
    await expect(page).toHaveURL(/\/articles\/detect-stalkers$/);

    await page.getByRole("link", { name: "Read news" }).click();
    await page.getByRole("link", { name: /^Light costs nothing/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Light costs nothing/);
    await page.getByRole("link", { name: "To all news" }).click();
    await page.getByRole("link", { name: "Back" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);

test(
  "a reading page is asked for while the link is still pressed",
  withJavaScript("a browser without JavaScript fetches nothing ahead"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("rich");
    await page.goto("/dashboard/insights");
    await page.getByRole("link", { name: "Read news" }).scrollIntoViewIfNeeded();
    await page.getByRole("link", { name: "Read news" }).hover();
    const asked = () => stack.output().split('"route":"/dashboard/news"').length - 1;
    const before = asked();
    await page.mouse.down();
    await expect.poll(asked).toBe(before + 1);
    await page.mouse.up();
    await expect(page).toHaveURL(/\/dashboard\/news$/);
    expect(asked()).toBe(before + 1);
  },
);

test(
  "a line divides the news, in one column and in two",
  alike("where things stand is the style sheet's"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    for (const width of few([1280, 800, 390], 1)) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto("/dashboard/news");
      const lines = await page.locator("main li").evaluateAll((items) => {
        const lastRow = items.at(-1)?.getBoundingClientRect().top;
        return items.map((item) => ({
          isInLastRow: item.getBoundingClientRect().top === lastRow,
          hasLine: Number.parseFloat(getComputedStyle(item).borderBottomWidth) > 0,
        }));
      });
      expect(lines.length).toBeGreaterThan(2);
      for (const { isInLastRow, hasLine } of lines)
        expect(hasLine, `at ${width} px`).toBe(!isInLastRow);
    }
  },
);
