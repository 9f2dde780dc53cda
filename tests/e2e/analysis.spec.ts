import {
  alike,
  alikeWithJavaScript,
  expect,
  provedElsewhere,
  test,
  withJavaScript,
} from "./journey.ts";

const sections = [
  "User Engagement",
  "Likes & Comments",
  "Most Liked Posts",
  "Most Commented Posts",
  "Audience",
  "Recommendations",
];

test(
  "a subscriber signs in on a private address and reads the analysis of their profile",
  alike("keyboard.spec.ts signs in with JavaScript"),
  async ({ page }) => {
    await page.goto("/dashboard/analytics");
    await page.getByLabel("Email").fill("rich@example.com");
    await page.getByLabel("Password").fill("rich-pass");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/dashboard\/analytics$/);
    await expect(page.getByRole("heading", { name: /based on 30 latest posts/ })).toBeVisible();
    for (const section of sections)
      await expect(page.getByRole("heading", { name: section, exact: true })).toBeVisible();

    await expect(page.getByText("Overall Engagement Rate")).toBeVisible();
    await expect(page.getByRole("img", { name: /Level 4 of 5/ })).toBeVisible();
    await expect(page.getByText(/^\d+,\d{3} likes$/)).toHaveCount(12);
    await expect(page.getByRole("heading", { name: /recommendation$/ })).toHaveCount(12);
    await expect(page.getByRole("heading", { name: "10th recommendation" })).toHaveCount(3);
    await expect(page.getByRole("timer")).toContainText(/hours, \d+ minutes?, \d+ seconds?/);

    await page.getByRole("link", { name: /Secret fans/ }).click();
    await expect(page.getByRole("heading", { name: /Secret fans/ })).toBeVisible();
    await expect(page.getByRole("main").getByRole("rowheader").nth(30)).toBeAttached();
    await page.getByRole("link", { name: "Back" }).click();
    await page.getByRole("link", { name: "View insights" }).click();
    await expect(page).toHaveURL(/\/dashboard\/insights$/);
  },
);

test(
  "the countdown ticks",
  alikeWithJavaScript("without it stands"),
  async ({ page, signedInAs, enhanced }) => {
    await signedInAs("rich");
    await page.goto("/dashboard/analytics");
    const timer = page.getByRole("timer");
    const drawn = await timer.textContent();
    if (enhanced) await expect(timer).not.toHaveText(drawn ?? "");
    else await expect(timer).toHaveText(drawn ?? "");
  },
);

test(
  "an analysis that ends shows by itself, or on reload",
  alikeWithJavaScript("without, whoever loads the page anew sees what it is"),
  async ({ page, signedInAs, stack, enhanced }) => {
    await signedInAs("pending");
    await page.goto("/dashboard/analytics");
    await expect(page.getByText(/waiting for its analysis/)).toBeVisible();
    await expect(page.getByRole("img", { name: "Still counting" }).first()).toBeVisible();
    await stack.sandbox.finishAnalysis("uid-pending");
    const waiting = page.getByText(/waiting for its analysis/);
    if (enhanced) await expect(waiting).toBeHidden();
    else
      await expect(async () => {
        await page.reload();
        await expect(waiting).toBeHidden({ timeout: 100 });
      }).toPass({ timeout: 20_000 });
    await expect(page.getByRole("heading", { name: "1st recommendation" })).toBeVisible();
  },
);

test(
  "who has no subscription is told, and led to the billing page",
  provedElsewhere("ways-in/routes/sign-in.test.ts"),
  async ({ page, stack }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("nosub@example.com");
    await page.getByLabel("Password").fill("nosub-pass");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("dialog", { name: "Something went wrong..." })).toBeVisible();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(stack.sandbox.env.BILLING_PAGE_URL ?? "");
    await expect
      .poll(() => stack.sandbox.world.events.map(({ body }) => body))
      .toContainEqual(expect.objectContaining({ source: "sww_modal" }));
  },
);

test(
  "a wrong form keeps the e-mail and says what is wrong",
  provedElsewhere("spoken/refused.spec.ts, in both"),
  async ({ page }) => {
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("rich@example");
    await page.getByLabel("Password").fill("12345");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("Wrong email format").first()).toBeVisible();
    await expect(page.getByText("Min 6 symbols").first()).toBeVisible();
    await expect(page.getByLabel("Email")).toHaveValue("rich@example");
  },
);

test(
  "logging out asks first, and closes the private pages",
  alike("spoken/journeys.spec.ts logs out with JavaScript"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await page.locator("summary").click();
    await page.getByRole("link", { name: "Log out" }).click();
    const dialog = page.getByRole("dialog", { name: "Are you sure?" });
    await dialog.getByRole("link", { name: "Not now" }).click();
    await expect(dialog).toBeHidden();
    await page.goto("/dashboard/log-out");
    await dialog.getByRole("button", { name: "Yes, log out" }).click();
    await expect(page).toHaveURL(/\/sign-in$/);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/sign-in$/);
  },
);

test(
  "going back starts at the top",
  withJavaScript("a browser without JavaScript keeps its own place"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard/analytics");
    await page.evaluate(() => scrollTo(0, 900));
    await page.goto("/dashboard/analytics/fans");
    await page.goBack();
    await expect(page.getByRole("heading", { name: /latest posts/ })).toBeInViewport();
  },
);

test(
  "going back or forward between legal texts starts at the top",
  withJavaScript("a browser without JavaScript keeps its own place"),
  async ({ page }) => {
    await page.goto("/privacy");
    await page.evaluate(() => scrollTo(0, 1_500));
    await page.goto("/terms-of-use");
    await page.evaluate(() => scrollTo(0, 1_500));
    for (const go of [() => page.goBack(), () => page.goForward()]) {
      await go();
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    }
  },
);

test(
  "going back from a dialog starts at the top, and a link within a page does not",
  withJavaScript("a browser without JavaScript keeps its own place"),
  async ({ page, signedInAs }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await page.evaluate(() => scrollTo(0, 900));
    await page.getByRole("contentinfo").getByRole("link", { name: "My Plan" }).click();
    await expect(page.getByRole("dialog", { name: "My Plan" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);

    await page.goto("/dashboard/insights");
    await page.getByRole("link", { name: "Summary" }).click();
    await expect(page.getByRole("heading", { name: "Summary" })).toBeInViewport();
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  },
);

test(
  "going back from one part of a legal text to another starts at the top",
  withJavaScript("a browser without JavaScript keeps its own place"),
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto("/privacy");
    const links = page.locator('li a[href^="#"]:visible');
    const place = () => page.evaluate(() => scrollY);
    await links.nth(2).click();
    await expect.poll(place).toBeGreaterThan(300);
    await links.nth(6).click();
    await expect(page).toHaveURL(new RegExp(`${await links.nth(6).getAttribute("href")}$`));
    await expect.poll(place).toBeGreaterThan(300);
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${await links.nth(2).getAttribute("href")}$`));
    await expect.poll(place).toBe(0);
  },
);
