import { everySource, expect, test, untilAlive, withJavaScript } from "./journey.ts";

test.use(everySource);

test(
  "an extension's element, and a browser without modal dialogs, take nothing away",
  withJavaScript("nothing runs"),
  async ({ page, signedInAs }) => {
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    await signedInAs("rich");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.addInitScript(() => {
      Reflect.deleteProperty(HTMLDialogElement.prototype, "showModal");
      const append = () => document.documentElement?.append(document.createElement("div"));
      // At this time the document may be empty.
      if (document.documentElement) return append();
      new MutationObserver((_, observer) => {
        observer.disconnect();
        append();
      }).observe(document, { childList: true });
    });
    await page.goto("/dashboard");
    await untilAlive(page);
    const places = page.locator(".side-bar");
    await expect(places.getByRole("link", { name: "Analytics" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Deutsch" })).toBeVisible();
    await page.getByRole("contentinfo").getByRole("link", { name: "My Plan" }).click();
    const dialog = page.getByRole("dialog", { name: "My Plan" });
    await expect(dialog.getByRole("heading", { name: "My Plan" })).toBeFocused();
    const entries = await page.evaluate(() => history.length);
    await dialog.getByRole("link", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    expect(await page.evaluate(() => history.length)).toBe(entries);
    // React has met the element, and says each thing once.
    expect(faults.length).toBeGreaterThan(0);
    expect(faults).toEqual([...new Set(faults)]);
    expect(faults.filter((fault) => !fault.includes("React error"))).toEqual([]);
    await page.getByRole("button", { name: "Deutsch" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await page.goto("/dashboard/my-plan");
    await expect(page.getByRole("dialog", { name: "Mein Abo" })).toBeVisible();
    await page.getByRole("dialog").locator("[data-close]").click();
    await expect(page).toHaveURL(/\/dashboard$/);
  },
);
