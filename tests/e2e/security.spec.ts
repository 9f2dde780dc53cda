import type { Page } from "@playwright/test";
import { pressOn, tabTo } from "./focus.ts";
import { alike, expect, subjectsTo, test } from "./journey.ts";

const address = "/dashboard/security";
const next = "three small words";

async function fill(page: Page, present: string, password: string): Promise<void> {
  await page.getByLabel("Current password").fill(present);
  await page.getByLabel("New password").fill(password);
  await page.getByRole("button", { name: "Change password" }).click();
}

test(
  "the password is changed, the other browser is out, and then every browser is",
  alike("the forms are plain ones"),
  async ({ browser, page, signedInAs, stack }) => {
    await signedInAs("rich");
    const other = await browser.newContext({ storageState: await page.context().storageState() });
    const subjects = () => subjectsTo(stack, "rich@example.com");

    await page.goto("/dashboard");
    await page.getByRole("banner").locator("summary").click();
    await page.getByRole("link", { name: "Security" }).click();
    await page.waitForURL(`**${address}`);
    await expect(page.getByText("No sign-in is recorded yet").first()).toBeVisible();

    await fill(page, "rich-pass", "short");
    await expect(page.getByText("At least 8 characters", { exact: true }).first()).toBeVisible();
    await fill(page, "not-the-password", next);
    await expect(page.getByText("This is not your current password.").first()).toBeVisible();
    await fill(page, "rich-pass", "iloveyou");
    await expect(page.getByText("Seen in known data leaks.").first()).toBeVisible();
    expect(subjects()).toEqual([]);

    await fill(page, "rich-pass", next);
    await page.waitForURL(`**${address}?done=password`);
    await expect(page.getByText("Your password is changed.").first()).toBeVisible();
    await expect.poll(subjects).toEqual(["Your password was changed"]);
    const theirs = await other.newPage();
    await theirs.goto(new URL(address, stack.origin).href);
    await theirs.waitForURL("**/sign-in?**");
    await other.close();

    // No mouse from here on.
    await pressOn(page, page.getByRole("button", { name: "Sign out everywhere" }));
    await page.waitForURL("**/sign-in?everywhere=1");
    await expect(page.getByText("You are signed out everywhere.").first()).toBeVisible();
    await expect
      .poll(subjects)
      .toEqual(["Your password was changed", "You were signed out everywhere"]);
    await tabTo(page, page.getByLabel("Email"));
    await page.keyboard.type("rich@example.com");
    await tabTo(page, page.getByLabel("Password"));
    await page.keyboard.type(next);
    await page.keyboard.press("Enter");
    await page.waitForURL("**/dashboard");
    // A sign-in does not wait for its record.
    await expect(async () => {
      await page.goto(address);
      expect(await page.getByText("With your password, ").isVisible()).toBe(true);
    }).toPass();
  },
);
