import type { Page } from "@playwright/test";
import { expect, test, withJavaScript, withoutJavaScript } from "./journey.ts";

const button = (page: Page) => page.getByRole("link", { name: "Sign in with Google" });
const chooseAt = (google: Page, name: string) => google.getByRole("button", { name }).click();
const closed = "The popup has been closed by the user before finalizing the operation.";
const calledOff =
  "This operation has been cancelled due to another conflicting popup being opened.";
const blocked =
  "Unable to establish a connection with the popup. It may have been blocked by the browser.";

// The sandbox's Google is started by its first request, for which the app would not wait on a busy machine.
test.beforeEach(async ({ stack }) => {
  await fetch(`${stack.sandbox.env.GOOGLE_ISSUER}/.well-known/openid-configuration`);
});

/** Presses the button, and waits for Google's page in the popup. */
async function openPopup(page: Page): Promise<Page> {
  const opened = page.waitForEvent("popup");
  await button(page).click();
  const popup = await opened;
  await expect(popup.getByRole("heading", { name: "Choose an account" })).toBeVisible();
  return popup;
}

test(
  "in a popup: closed, called off by a second one, left open for a minute, then answered",
  withJavaScript("a popup needs JavaScript"),
  async ({ page }) => {
    await page.clock.install();
    await page.goto("/sign-in?redirectTo=/dashboard/top-hacks");

    const first = await openPopup(page);
    // From here on the page's time stands still but for what it is told to run. However late this comes, it jumps past the page's
    // next look at the popup: the one after it is 800 ms later.
    await page.clock.pauseAt(Date.now() + 60_000);
    await first.close();
    await page.clock.runFor(800);
    await page.clock.runFor(7_900);
    await expect(page.getByText(closed)).toBeHidden();
    await page.clock.runFor(100);
    await expect(page.getByText(closed)).toBeVisible();

    const second = await openPopup(page);
    const isClosed = second.waitForEvent("close");
    const third = await openPopup(page);
    await isClosed;
    await expect(page.getByText(calledOff)).toBeVisible();

    await page.clock.runFor(60_000);
    await expect(page.getByLabel("Email")).toBeEditable();
    const isDone = third.waitForEvent("close");
    await chooseAt(third, "creator@example.com");
    await page.waitForURL("/dashboard/top-hacks");
    await isDone;
  },
);

test(
  "in a popup that refuses: the words stand on the page, and the popup is gone",
  withJavaScript("a popup needs JavaScript"),
  async ({ page }) => {
    await page.goto("/sign-in");
    const popup = await openPopup(page);
    const isClosed = popup.waitForEvent("close");
    await chooseAt(popup, "somebody.else@example.com");
    await isClosed;
    await expect(page.getByRole("heading", { name: "Something went wrong..." })).toBeVisible();
  },
);

test(
  "a blocked popup is said, and the next press goes on as a page",
  withJavaScript("a popup needs JavaScript"),
  async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto("/sign-in");
    await button(page).click();
    await expect(page.getByText(blocked)).toBeVisible();
    await button(page).click();
    await chooseAt(page, "creator@example.com");
    await page.waitForURL("**/dashboard");
  },
);

test(
  "as a page: refused with words, then signed in where one wanted to go",
  withoutJavaScript("with JavaScript it is a popup"),
  async ({ page }) => {
    await page.goto("/sign-in?redirectTo=/dashboard/top-hacks");
    await button(page).click();
    await chooseAt(page, "small@example.com");
    await expect(page.getByText("The sign-in was cancelled by the user.")).toBeVisible();
    await button(page).click();
    await chooseAt(page, "buyer@example.com");
    await page.waitForURL("/dashboard/top-hacks");
  },
);
