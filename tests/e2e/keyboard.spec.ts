import type { Page } from "@playwright/test";
import { expectFocusWithin, pressOn, tabTo } from "./focus.ts";
import { alikeWithJavaScript, expect, provedElsewhere, test } from "./journey.ts";

// No mouse anywhere below: Tab, Enter, Space, arrows, Escape and letters.

const keys = alikeWithJavaScript("without scripts keys are the browser's own");

const type = (page: Page, text: string) => page.keyboard.type(text);
const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page, name: string) => page.getByRole("dialog", { name });
const menu = (page: Page) => page.getByRole("banner").locator("summary");

const menuItem = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name });

async function openFromMenu(page: Page, name: string): Promise<void> {
  await pressOn(page, menu(page));
  await pressOn(page, menuItem(page, name));
}

async function signInByKeyboard(page: Page): Promise<void> {
  await page.goto("/sign-in");
  await tabTo(page, page.getByLabel("Email"));
  await type(page, "rich@example.com");
  await tabTo(page, page.getByLabel("Password"));
  await type(page, "rich-pass");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/dashboard");
}

test("signing in, the analytics, the people behind a tile, and back", keys, async ({ page }) => {
  await signInByKeyboard(page);
  await pressOn(page, link(page, "Skip to content"));
  await expectFocusWithin(page.getByRole("main"));
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: /^Analytics/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/analytics");

  await pressOn(page, link(page, "Skip to content"));
  await tabTo(page, page.getByRole("region", { name: "Most liked posts" }));
  await page.keyboard.press("ArrowRight");
  await expect
    .poll(() =>
      page
        .getByRole("region", { name: "Most liked posts" })
        .evaluate(({ scrollLeft }) => scrollLeft),
    )
    .toBeGreaterThan(0);
  await pressOn(page, page.getByRole("link", { name: /Lost followers/ }));
  await expect(page.getByRole("heading", { name: "Lost followers" })).toBeVisible();
  await pressOn(page, link(page, "Back"));
  await page.waitForURL("**/analytics");
});

test("the menu", keys, async ({ page, signedInAs, enhanced }) => {
  await signedInAs("rich");
  await page.goto("/dashboard");
  await pressOn(page, menu(page), "Space");
  await tabTo(page, link(page, "My Plan").first());
  if (enhanced) {
    await page.keyboard.press("Escape");
    await expect(menu(page)).toBeFocused();
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeHidden();
    await page.keyboard.press("Enter");
  }
  await pressOn(page, menuItem(page, "News"));
  await expect(
    page.getByRole("heading", { name: "What is new for creators on Instagram" }),
  ).toBeVisible();
});

test(
  "My Plan, and leaving through every step",
  keys,
  async ({ page, signedInAs, enhanced, stack }) => {
    // Nobody else's: the app remembers for 30 s that somebody has canceled.
    await signedInAs("processing");
    await page.goto("/dashboard");
    await openFromMenu(page, "My Plan");
    await expectFocusOn(page, "My Plan", enhanced);
    if (enhanced) {
      await page.keyboard.press("Escape");
      await expect(menu(page)).toBeFocused();
      await page.keyboard.press("Enter");
      await pressOn(page, menuItem(page, "My Plan"));
      await expectFocusOn(page, "My Plan", enhanced);
    }
    await pressOn(page, link(page, "Cancel"));
    await expectFocusOn(page, "We are sorry to see you go", enhanced);
    await pressOn(page, link(page, "See my options first"));
    await expectFocusOn(page, "Before you go, here is what you have", enhanced);
    await pressOn(page, button(page, "I'm ready to let go of my growth"));
    await expect(dialog(page, "Your current plan")).toBeVisible();
    await expectFocusOn(page, "Your current plan", enhanced);
    await pressOn(page, button(page, "Cancel membership"), "Space");
    await expectFocusOn(page, "Wait! have you made the most out of it", enhanced);
    await pressOn(page, button(page, "I still want to opt out"));
    await expectFocusOn(page, "What made you decide to leave?", enhanced);
    await tabTo(page, page.getByLabel("Forget it - I want to keep my membership"));
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByLabel("Not using It enough")).toBeChecked();
    await pressOn(page, button(page, "Continue"));
    await expectFocusOn(page, "How was it overall?", enhanced);
    await tabTo(page, page.getByRole("radio", { name: "1 star" }));
    for (const count of [2, 3]) {
      await page.keyboard.press("ArrowRight");
      await expect(page.getByRole("radio", { name: `${count} stars` })).toBeChecked();
    }
    await tabTo(page, page.getByLabel("Your feedback"));
    await type(page, "Fine.");
    await pressOn(page, button(page, "Continue"));
    await expectFocusOn(page, "Take a month on us", enhanced);
    await pressOn(page, button(page, "I'm not interested"));
    await expectFocusOn(page, "You're about to lose it all", enhanced);
    await pressOn(page, button(page, "Cancel membership"));
    await expectFocusOn(page, "Your membership has been canceled", enhanced);
    expect(stack.sandbox.world.effectsOf("cancel")).toHaveLength(1);
    await pressOn(page, link(page, "Back to home page"));
    await page.waitForURL("**/dashboard");
    if (enhanced) await expectFocusWithin(page.locator("body"));
  },
);

test(
  "buying an extra, refused and then done",
  keys,
  async ({ page, signedInAs, stack, enhanced }) => {
    // Nobody else's journey: the app remembers for 30 s who owns what.
    await signedInAs("premium");
    await page.goto("/dashboard");
    await pressOn(page, page.getByRole("link", { name: /Get it.*Instagram PRO/ }));
    await expectFocusOn(page, "Instagram Mastery Course", enhanced);
    if (enhanced) {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("link", { name: /Get it.*Instagram PRO/ })).toBeFocused();
      await page.keyboard.press("Enter");
      await expectFocusOn(page, "Instagram Mastery Course", enhanced);
    }
    stack.sandbox.faults.set("billing", { kind: "status", status: 402 }, 1);
    await pressOn(page, button(page, "Buy for $28.99"));
    await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toBeVisible();
    await expectFocusOn(page, "Instagram Mastery Course", enhanced);
    await pressOn(page, button(page, "Buy for $28.99"));
    await expect(dialog(page, "Instagram Mastery Course").getByText("PURCHASED")).toBeVisible();
    await expectFocusOn(page, "Instagram Mastery Course", enhanced);
    await pressOn(page, link(page, "Done"));
    await page.waitForURL("**/dashboard");
    if (enhanced) await expectFocusWithin(page.locator("body"));
  },
);

test(
  "logging out",
  provedElsewhere("with a mouse in analysis.spec.ts; heard in spoken/journeys.spec.ts"),
  async ({ page, signedInAs, enhanced }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await openFromMenu(page, "Log out");
    await expectFocusOn(page, "Are you sure?", enhanced);
    await pressOn(page, button(page, "Yes, log out"));
    await page.waitForURL("**/sign-in");
  },
);

test("restoring the password, after a slip", keys, async ({ page, enhanced }) => {
  await page.goto("/sign-in");
  await pressOn(page, link(page, "Forgot password?"));
  await pressOn(page, page.getByRole("link", { name: "restore my password" }));
  await page.waitForURL("/password-recovery");
  const field = page.getByLabel("Email");
  await tabTo(page, field);
  await type(page, "rich@example");
  await pressOn(page, button(page, "Restore password"));
  await expect(page.getByText("Wrong email format").first()).toBeVisible();
  await expect(page.getByRole("alert").first()).toBeFocused();
  await pressOn(page, page.getByRole("alert").getByRole("link", { name: "Wrong email format" }));
  await expect(field).toBeFocused();
  await page.keyboard.press("End");
  await type(page, ".com");
  await page.keyboard.press("Enter");
  await expect(dialog(page, "Check your email")).toBeVisible();
  if (enhanced) await page.keyboard.press("Escape");
  else await pressOn(page, link(page, "Got it"));
  await page.waitForURL("**/sign-in");
});

/** Where scripts run, a dialog takes the focus and keeps it. Without them it is a page like any other. */
async function expectFocusOn(page: Page, title: string, enhanced: boolean): Promise<void> {
  await expect(dialog(page, title)).toBeVisible();
  if (enhanced) await expectFocusWithin(dialog(page, title));
}
