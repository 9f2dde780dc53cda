import type { Page } from "@playwright/test";
import { expect, test } from "./journey.ts";

/** A device of its own, as Chromium's DevTools make one: it verifies the person by itself. */
async function newDevice(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable", { enableUI: false });
  const options = {
    protocol: "ctap2" as const,
    transport: "internal" as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", { options });
  return {
    /** Whether somebody answers its questions. */
    answers: (enabled: boolean) =>
      devtools.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled }),
    passkeys: async () =>
      (await devtools.send("WebAuthn.getCredentials", { authenticatorId })).credentials,
  };
}

const challenges = "**/sign-in/passkey/challenge";

/** Not `goto`: the browser's suggestion may be answered, and lead on, before a page has opened. */
const leadTo = (page: Page, path: string) => page.evaluate((to) => location.assign(to), path);

test("a passkey: offered, added, named, used by the button and by the browser's suggestion, removed", async ({
  page,
  signedInAs,
  enhanced,
}) => {
  await signedInAs("rich");
  if (!enhanced) {
    await page.goto("/dashboard/security");
    await expect(page.getByText("To add a passkey you need JavaScript")).toBeVisible();
    await expect(page.getByRole("button", { name: "Add a passkey" })).toBeHidden();
    await page.context().clearCookies();
    await page.goto("/sign-in");
    return expect(page.getByRole("button", { name: "Use a passkey" })).toBeHidden();
  }
  const device = await newDevice(page);
  await page.goto("/dashboard");
  await page.getByRole("link", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of this passkey").fill("My phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.getByText("The passkey is added.")).toBeVisible();
  expect(await device.passkeys()).toMatchObject([{ isResidentCredential: true }]);

  const own = page.getByRole("listitem").filter({ hasText: "not used yet" });
  await own.getByText("Rename or remove").click();
  await own.getByRole("textbox", { name: "Name" }).fill("Red phone");
  await own.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByRole("heading", { name: "Red phone" })).toBeVisible();

  // Nobody answers the browser's suggestion, which the button calls off.
  await device.answers(false);
  await page.context().clearCookies();
  const suggestion = page.waitForResponse(challenges);
  await page.goto("/sign-in?redirectTo=/dashboard/news");
  await suggestion;
  // A question that is open already would not get the answer.
  await page.route(challenges, async (route) => {
    await device.answers(true);
    await route.continue();
  });
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("/dashboard/news");

  await page.context().clearCookies();
  await leadTo(page, "/sign-in?redirectTo=/dashboard/security");
  await page.waitForURL("/dashboard/security");
  const used = page.getByRole("listitem").filter({ hasText: "last used on" });
  await used.getByText("Rename or remove").click();
  await used.getByRole("button", { name: "Remove this passkey" }).click();
  await expect(page.getByText("The passkey is removed.")).toBeVisible();

  // The device still has it, and answers the suggestion.
  await page.context().clearCookies();
  await leadTo(page, "/sign-in");
  await expect(page.getByText("We do not know this passkey.")).toBeVisible();
});
