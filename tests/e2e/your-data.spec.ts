import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { keepDataOf, owned } from "../setup/kept-data.ts";
import { keptCancellation } from "../setup/outbox.ts";
import type { Stack } from "../setup/stack.ts";
import { alike, expect, provedElsewhere, subjectsTo, test } from "./journey.ts";

const uid = "uid-rich";

const letters = (stack: Stack) => subjectsTo(stack, "rich@example.com");

async function openMyPlan(page: Page) {
  await page.goto("/dashboard");
  await page.locator("header summary").click();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByRole("link", { name: "My Plan" }).click();
  await expect(page.getByRole("heading", { name: "Your data" })).toBeVisible();
}

test(
  "a subscriber takes a copy of their data from My Plan",
  alike("a download is the browser's"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("rich");
    keepDataOf(stack.sandbox, uid);
    keepDataOf(stack.sandbox, "uid-stranger");
    await openMyPlan(page);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download my data" }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe("my-profile-analyzer-data.json");
    const text = await readFile(await file.path(), "utf8");
    expect(JSON.parse(text)).toMatchObject({
      account: { id: uid, email: "rich@example.com" },
      subscriptions: [{ status: "active", planCode: "ig_weekly_trial" }],
      cancellationSurvey: [{ feedback: "Too dear" }],
      purchases: [{ state: "declined" }],
      profileAnalysis: { _insights: { status: "completed" } },
    });
    expect(text).not.toContain("uid-stranger");
  },
);

test(
  "a copy that would lack a part is not handed out",
  provedElsewhere("own-data/routes/my-data.test.ts"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("rich");
    stack.sandbox.faults.set("subscriptions", { kind: "status", status: 503 });
    const answer = await page.goto("/dashboard/my-data");
    expect(answer?.status()).toBe(502);
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Try again" })).toBeVisible();
  },
);

test(
  "a subscriber has their data erased, is told so by mail, and is signed out",
  alike("spoken/journeys.spec.ts erases with JavaScript"),
  async ({ page, stack }) => {
    await page.request.post("/sign-in", {
      form: { email: "rich@example.com", password: "rich-pass" },
      headers: { origin: stack.origin },
      maxRedirects: 0,
    });
    await expect.poll(() => owned(stack.sandbox, uid)).toEqual([uid]);
    keepDataOf(stack.sandbox, uid);
    keepDataOf(stack.sandbox, "uid-stranger");
    const session = await page.context().cookies();
    await openMyPlan(page);
    await page.getByRole("link", { name: "Erase my data" }).click();
    await expect(page.getByText("This does not cancel your subscription")).toBeVisible();
    expect(owned(stack.sandbox, uid)).toHaveLength(3);
    await page.getByRole("button", { name: "Erase my data and sign out" }).click();

    // Erasing that takes longer than 3 s goes on behind the page that the request is in.
    const heading = /^(Your data has been erased|We have your request and are completing it)$/;
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    await expect.poll(() => owned(stack.sandbox, uid)).toEqual([]);
    expect(owned(stack.sandbox, "uid-stranger")).toHaveLength(2);
    expect(stack.sandbox.firestore.read(`profiles/${uid}`)).toBeDefined();
    expect(stack.sandbox.world.effects).toEqual([]);
    await expect.poll(() => letters(stack)).toEqual(["Your data has been erased"]);
    await expect
      .poll(() => stack.sandbox.firestore.read(`erasureRequests/${uid}`))
      .toMatchObject({ payload: { email: null }, dueAt: null });

    await page.context().addCookies(session);
    await page.goto("/dashboard");
    await expect(page).toHaveURL(/\/sign-in/);
  },
);

test(
  "a cancellation on its way stays, and the page says so",
  provedElsewhere("own-data/services/erasure.test.ts"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("rich");
    const [subscription] = stack.sandbox.world.subscriptions.filter((one) => one.uid === uid);
    const path = `cancellationIntents/${subscription?.id}`;
    const owner = { id: String(subscription?.id), email: "rich@example.com", uid };
    stack.sandbox.firestore.write(path, keptCancellation(owner, { dueAt: Date.now() + 600_000 }));
    await page.goto("/dashboard/erase-data");
    await page.getByRole("button", { name: "Erase my data and sign out" }).click();
    await expect(
      page.getByRole("heading", { name: "We have your request and are completing it" }),
    ).toBeVisible();
    expect(stack.sandbox.firestore.read(path)).toBeDefined();
    await expect.poll(() => letters(stack)).toEqual(["We have your request to erase your data"]);
  },
);

test(
  "a request that may not be kept is not taken for done",
  alike("the same form is posted in both"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("rich");
    keepDataOf(stack.sandbox, uid);
    await page.goto("/dashboard/erase-data");
    stack.sandbox.faults.set("firestore", { kind: "status", status: 503 });
    await page.getByRole("button", { name: "Erase my data and sign out" }).click();
    await expect(page.getByText("We could not save your request")).toBeVisible();
    stack.sandbox.faults.clear();
    expect(owned(stack.sandbox, uid)).toContain(`${uid}_pdfCourse`);
    expect(letters(stack)).toEqual([]);
  },
);
