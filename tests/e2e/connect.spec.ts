import type { Page } from "@playwright/test";
import { everyCase } from "../setup/cases.ts";
import { alike, everySource, expect, test } from "./journey.ts";
import { look as lookAt } from "./look.ts";

test.use(everySource);
test.beforeEach(({ signedInAs }) => signedInAs("creator"));

const connectPage = "/dashboard/connect";
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole("heading", { name });

/** The checker is a script itself. */
const look = async (page: Page, name: string, enhanced: boolean) => {
  if (enhanced) await lookAt(page, name);
};

/** Two presses: one here, one on Instagram's page. */
async function connectAs(page: Page, username: string): Promise<void> {
  await page.goto(connectPage);
  await press(page, "Connect with Instagram");
  await expect(page).toHaveURL(/\/oauth\/authorize\?/);
  await press(page, username);
}

/** The first reading to its end. Without JavaScript the page is opened again by its own link. */
async function untilRead(page: Page, enhanced: boolean): Promise<void> {
  const read = page.getByText("Your account is read once a day.");
  if (!enhanced)
    await expect(async () => {
      const again = page.getByRole("link", { name: "Check again" });
      if (await again.isVisible()) await again.click();
      await expect(read).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 20_000 });
  await expect(read).toBeVisible({ timeout: 20_000 });
}

test("connect, see figures appear, disconnect", async ({ page, stack, enhanced }) => {
  await page.goto("/dashboard");
  await page.getByRole("link", { name: /Or connect your Instagram account/ }).click();
  await expect(heading(page, "What is read")).toBeVisible();
  await expect(heading(page, "What never is")).toBeVisible();
  await look(page, "not connected", enhanced);

  await connectAs(page, "few.posts");
  // No code and no state in the address.
  // A browser carries Instagram's `#_` over, and the page's script takes it away.
  await expect(page).toHaveURL(/^[^?]+\/dashboard\/connect(#_)?$/);
  if (enhanced) await expect(page).toHaveURL(/connect$/);
  await expect(heading(page, "few.posts is connected")).toBeVisible();
  await untilRead(page, enhanced);
  await expect(page.getByText("'Read now' works again from")).toBeVisible();
  await look(page, "connected", enhanced);

  await page.getByRole("link", { name: "See my figures" }).click();
  const account = stack.sandbox.world.instagram.account("few-posts");
  const posts = String(account.posts().length);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(posts);

  await page.goto(connectPage);
  await page.getByRole("link", { name: "Disconnect" }).click();
  await expect(heading(page, "Disconnect few.posts?")).toBeVisible();
  await look(page, "disconnect", enhanced && everyCase);
  await press(page, "Disconnect and erase");
  await expect(page.getByRole("status")).toContainText("is disconnected");
  await expect
    .poll(() => stack.sandbox.firestore.read("profiles/uid-creator"), { timeout: 30_000 })
    .toBeUndefined();
  expect(stack.sandbox.firestore.read("connections/uid-creator")).toBeUndefined();
  expect(Object.keys(stack.sandbox.firestore.readAll("connectionPieces"))).toEqual([]);
});

test(
  "not now, a closed page, a personal account: each with its way on",
  alike("the forms are plain ones"),
  async ({ page, enhanced }) => {
    await page.goto(connectPage);
    await press(page, "Connect with Instagram");
    await press(page, "Not now");
    await expect(page.getByRole("alert")).toContainText("you did not allow it");
    await look(page, "refused", enhanced);

    // Whoever goes back from Instagram's page can press again.
    await press(page, "Connect with Instagram");
    await expect(heading(page, "Log in to Instagram")).toBeVisible();
    await page.goBack();
    await press(page, "Connect with Instagram");
    await press(page, "personal");
    await expect(heading(page, "Switch to a professional account")).toBeVisible();
    await press(page, "Switch to a creator account and continue");
    await expect(heading(page, "personal is connected")).toBeVisible();
  },
);

test(
  "a removed app: 'Connect again', by two presses",
  alike("the forms are plain ones"),
  async ({ page, stack, enhanced }) => {
    await connectAs(page, "few.viewers");
    await expect(heading(page, "few.viewers is connected")).toBeVisible();
    const { instagram } = stack.sandbox.world;
    const removed = await fetch(`${stack.origin}/instagram/deauthorize`, {
      method: "POST",
      body: new URLSearchParams({ signed_request: instagram.signedRequest("few-viewers") }),
    });
    expect(removed.status).toBe(200);
    await page.goto(connectPage);
    await expect(heading(page, "Connect few.viewers again")).toBeVisible();
    await look(page, "withdrawn", enhanced);
    await press(page, "Connect again");
    await press(page, "few.viewers");
    await expect(heading(page, "few.viewers is connected")).toBeVisible();
  },
);
