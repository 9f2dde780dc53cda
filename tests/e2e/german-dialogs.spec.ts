import { focusLostAfterDialogs } from "./every-reader/after-dialogs.ts";
import { alikeWithJavaScript, everySource, expect, test, withJavaScript } from "./journey.ts";

test.use(everySource);

test(
  "in another language, without React, dialogs are modal and the menu closes, too",
  withJavaScript("without JavaScript a dialog is a page of its own"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    const { origin } = new URL(page.url());
    await page.context().addCookies([{ name: "language", value: "de", url: origin }]);
    await page.goto("/dashboard");
    const button = page.locator("header summary");
    await button.click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("navigation", { name: "Menü" })).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await page.mouse.click(200, 800);
    await expect(page.getByRole("navigation", { name: "Menü" })).toBeHidden();
    for (const [address, title] of [
      ["/dashboard/my-plan", "Mein Abo"],
      ["/dashboard/offers/pdf-course", "Instagram Mastery Course"],
    ] as const) {
      await page.goto(address);
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog.getByRole("heading", { name: title })).toBeFocused();
      expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
      await page.keyboard.press("Escape");
      await expect(page).toHaveURL(/\/dashboard$/);
    }
    // Its link back stands before the one that closes it.
    await page.goto("/dashboard/unsubscribe/8");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(await focusLostAfterDialogs(page)).toEqual([]);
    // In the menu, which takes it.
    await page.goto("/dashboard");
    await button.click();
    await page
      .getByRole("navigation", { name: "Menü" })
      .getByRole("link", { name: "Mein Abo" })
      .click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(button).toBeFocused();
    // Whoever goes on to another page begins at its top.
    await page.getByRole("link", { name: "Mein Abo" }).last().click();
    await page.goto("/dashboard/insights");
    await expect(page.locator("body")).toBeFocused();
  },
);

test(
  "in another language, without React, what goes on by itself does, and the session's end is told in it",
  alikeWithJavaScript("without, the browser goes on: leaving.spec.ts"),
  async ({ page, signedInAs, enhanced }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    const { origin } = new URL(page.url());
    await page.context().addCookies([{ name: "language", value: "de", url: origin }]);
    await page.goto("/dashboard/unsubscribe/0");
    await page.locator("button[value=letGo]").click();
    await expect(page).toHaveURL(/\/dashboard\/unsubscribe\/2$/);
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    if (!enhanced) return;
    await page.clock.install();
    await page.goto("/dashboard/analytics");
    // The browser drops the cookie when the session's time is over.
    await page.context().clearCookies({ name: "session" });
    await page.clock.fastForward("05:15");
    await page.waitForURL("**/de/sign-in?ended=1&redirectTo=%2Fdashboard%2Fanalytics");
  },
);

test(
  "in another language, without React, a plan that is fetched is waited for unseen: what is chosen stays",
  withJavaScript("without JavaScript the page is loaded anew every 30 s"),
  async ({ page, signedInAs, stack }) => {
    const subscription = stack.sandbox.world.subscriptionById("sub-1022");
    if (!subscription) throw new Error("nobody is fresh");
    subscription.startedAt = new Date(Date.now() - 300_000);
    await signedInAs("fresh");
    await page.goto("/");
    await page.context().addCookies([{ name: "language", value: "de", url: page.url() }]);
    await page.clock.install();
    await page.goto("/dashboard/my-plan");
    const fetching = page.getByRole("heading", { name: "Abos werden geladen" });
    await expect(fetching).toBeVisible();
    const place = page.locator("select[name=place]");
    await place.selectOption("DE");
    const looked = page.waitForResponse("**/dashboard/my-plan");
    await page.clock.fastForward(30_000);
    await (await looked).finished();
    await expect(fetching).toBeVisible();
    await expect(place).toHaveValue("DE");
    // The first answer after the ten minutes is a page that waits no more.
    subscription.startedAt = new Date(Date.now() - 900_000);
    await expect(async () => {
      await page.clock.fastForward(30_000);
      await expect(fetching).toBeHidden({ timeout: 2_000 });
    }).toPass({ timeout: 60_000 });
  },
);
