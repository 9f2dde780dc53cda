import { gzipSync } from "node:zlib";
import { expect, test, untilAlive, withJavaScript, withoutJavaScript } from "./journey.ts";

test(
  "the menu closes on Escape, on a press beside it and when a dialog opens",
  withJavaScript("without JavaScript its button closes it"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await untilAlive(page);
    const menu = page.getByRole("navigation", { name: "Menu" });
    const button = page.locator("summary");
    await button.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(200, 800);
    await expect(menu).toBeHidden();
    await page.goto("/dashboard");
    await untilAlive(page);
    await button.click();
    await menu.getByRole("link", { name: "My Plan" }).click();
    await expect(page.getByRole("dialog", { name: "My Plan" })).toBeVisible();
    await expect(menu).toBeHidden();
  },
);

test(
  "a dialog takes the focus, closes on Escape and gives the focus back",
  withJavaScript("without JavaScript it is a page of its own"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await untilAlive(page);
    const opener = page
      .getByRole("article")
      .filter({ hasText: "Instagram PRO" })
      .getByRole("link", { name: "Get it" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    for (let press = 0; press < 6; press += 1) {
      const inside = await dialog.evaluate(
        (element) =>
          element.contains(document.activeElement) || document.activeElement === document.body,
      );
      expect(inside).toBe(true);
      await page.keyboard.press("Tab");
    }
    const entries = await page.evaluate(() => history.length);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    // In the dialog's place: a phone's back button, which closes it too, would else meet it again and again.
    expect(await page.evaluate(() => history.length)).toBe(entries);
    await page.goBack();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);

test(
  "behind a dialog nothing takes the focus before the scripts run, and nothing is printed",
  withJavaScript("without JavaScript it is a page of its own"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    const isBehind = () =>
      page.evaluate(() => document.activeElement?.closest(".home-cards, header") !== null);
    await page.route("**/*.js", (route) => route.abort());
    await page.goto("/dashboard/my-plan");
    const dialog = page.getByRole("dialog", { name: "My Plan" });
    const links = await dialog.locator("a, button, summary, input, select").count();
    for (let press = 0; press < links + 5; press += 1) {
      await page.keyboard.press("Tab");
      expect(await isBehind()).toBe(false);
    }
    await page.emulateMedia({ media: "print" });
    await expect(dialog).toBeVisible();
    await expect(page.locator(".home-cards")).toBeHidden();
    await expect(page.locator("footer")).toBeHidden();
  },
);

test(
  "without JavaScript a dialog is the page, and nothing else is on it",
  withoutJavaScript("with JavaScript it lies over the page"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard/my-plan");
    await expect(page.getByRole("dialog", { name: "My Plan" })).toBeVisible();
    await expect(page.getByRole("banner")).toBeHidden();
  },
);

test(
  "home and its dialogs load at most 100 KiB of JavaScript",
  withJavaScript("nothing runs"),
  async ({ page, signedInAs }) => {
    const sizes = new Map<string, Promise<number>>();
    page.on("response", (response) => {
      if (/\.js(\?|$)/.test(response.url()))
        sizes.set(
          response.url(),
          response.body().then((body) => gzipSync(body).length),
        );
    });
    await signedInAs("rich");
    for (const path of ["/dashboard/my-plan", "/dashboard/offers/gift", "/dashboard/log-out"]) {
      sizes.clear();
      await page.goto(path, { waitUntil: "networkidle" });
      const all = await Promise.all(sizes.values());
      expect(all.length).toBeGreaterThan(3);
      expect(all.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(102_400);
    }
  },
);

test(
  "a tab keeps its account: where another one has signed in meanwhile, nothing of theirs comes into it",
  withJavaScript("a link leads to a new page"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard/my-plan");
    await untilAlive(page);
    await signedInAs("small");
    await page.getByRole("link", { name: "Erase my data" }).click();
    await expect(page.getByRole("alert")).toContainText("This page belongs to another account");
    await expect(page.getByRole("alert")).not.toContainText("pressed");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByRole("link", { name: "Go on with the account" }).click();
    await expect(page.getByRole("heading", { name: "Grow and stay safe" })).toBeVisible();
  },
);
