import { gzipSync } from "node:zlib";
import type { Page, Route } from "@playwright/test";
import { everyCase } from "../setup/cases.ts";
import { expect, subjectsTo, test, withJavaScript, withoutJavaScript } from "./journey.ts";
import { cancellations, holdWait, press, step } from "./leaving.ts";

const at = (page: Page, number: number | string) =>
  expect(page).toHaveURL(new RegExp(`${step(number)}$`));
const straightOut = (page: Page) =>
  page.getByRole("link", { name: "Cancel membership", exact: true });

/** Whether each star of the rating is filled. */
const blueStars = (page: Page) =>
  page
    .locator(".star")
    .evaluateAll((stars) =>
      stars.map((star) => getComputedStyle(star).color === "rgb(37, 107, 253)"),
    );

test("all nine steps, to the end", async ({ page, signedInAs, stack, enhanced }) => {
  await signedInAs("rich");
  await page.goto("/dashboard?unsubscription=true");
  await at(page, 0);
  await expect(page.getByRole("button", { name: "Stay premium" })).toBeVisible();
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  const goOn = await holdWait(page);
  await press(page, "I'm ready to let go of my growth");

  await at(page, 1);
  await expect(page.getByRole("heading", { name: "Please wait" })).toBeVisible();
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  goOn();
  await at(page, 2);

  await expect(page.getByText("Weekly Plan")).toBeVisible();
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  await page.getByRole("link", { name: "Back" }).click();
  await at(page, 0);
  await page.goto(step(2));
  await press(page, "Change my plan");

  await at(page, 3);
  await expect(page.getByText("90% off")).toBeVisible();
  await expect(page.getByText("$139.99")).toBeVisible();
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  await page.getByRole("link", { name: "Back" }).click();
  await at(page, 2);
  await press(page, "Cancel membership");

  await at(page, 4);
  await expect(
    page.getByRole("heading", { name: "Wait! have you made the most out of it" }),
  ).toBeVisible();
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  await press(page, "I still want to opt out");

  await at(page, 5);
  await expect(page.getByRole("radio")).toHaveCount(8);
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  if (enhanced) await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  else {
    await press(page, "Continue");
    await expect(page.getByRole("alert")).toHaveText("Choose a reason to continue");
  }
  await page.getByLabel("I'm cutting down on expenses").check();
  await press(page, "Continue");

  await at(page, 6);
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  for (const chosen of [5, 2, 4]) {
    await page.locator("label", { hasText: `${chosen} stars` }).click();
    await expect.poll(() => blueStars(page)).toEqual([1, 2, 3, 4, 5].map((star) => star <= chosen));
  }
  if (enhanced) await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  else {
    await press(page, "Continue");
    await expect(page.getByRole("alert")).toContainText("Write a few words");
    await expect(page.getByRole("radio", { name: "4 stars" })).toBeChecked();
  }
  await page.getByLabel("Your feedback").fill("Good, but not now.");
  await press(page, "Continue");

  await at(page, 7);
  await expect(page.getByText("$0 today")).toBeVisible();
  await expect(straightOut(page)).toHaveAttribute("href", step(8));
  await press(page, "I'm not interested");

  await at(page, 8);
  await expect(page.getByRole("heading", { name: "You're about to lose it all" })).toBeVisible();
  await page.getByRole("link", { name: "Back" }).click();
  await at(page, 7);
  await page.goto(step(6));
  await expect(page.getByLabel("Your feedback")).toHaveValue("Good, but not now.");
  await straightOut(page).click();
  await at(page, 8);
  await press(page, "Cancel membership");

  await at(page, "canceled");
  const end = page.getByRole("dialog", { name: "Your membership has been canceled" });
  await expect(end.getByRole("link", { name: "Contact us" })).toHaveAttribute(
    "href",
    "mailto:support@profile-analyzer.example",
  );
  expect(cancellations(stack)).toHaveLength(1);
  const letters = () => subjectsTo(stack, "rich@example.com");
  await expect.poll(letters).toEqual(["Your membership has been canceled"]);
  await end.getByRole("link", { name: "Back to home page" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(step(5));
  await expect(
    page.getByRole("dialog", { name: "Your membership is already canceled" }),
  ).toBeVisible();
});

// Each by somebody else: the app remembers for 30 s who has which plan.
for (const [number, person, name, plan, inOne] of [
  [3, "leaked", "Change to the Premium Plan", "ig_premium_one_month", withoutJavaScript],
  [7, "idle", "Get my free month", "ig_gift_one_month", withJavaScript],
] as const) {
  const who = everyCase ? {} : inOne("the other step changes it in the other way");
  test(`step ${number} changes the plan instead`, who, async ({ page, signedInAs, stack }) => {
    await signedInAs(person);
    await page.goto(step(0));
    await press(page, "I'm ready to let go of my growth");
    await at(page, 2);
    await press(page, number === 3 ? "Change my plan" : "Cancel membership");
    if (number === 7) {
      await press(page, "I still want to opt out");
      await page.getByLabel("I only wanted a trial").check();
      await press(page, "Continue");
      await page.getByLabel("Your feedback").fill("It was a trial.");
      await press(page, "Continue");
    }
    await at(page, number);
    stack.sandbox.faults.set("billing", { kind: "status", status: 402 }, 1);
    await press(page, name);
    await expect(page.getByRole("alert")).toHaveText("The sandbox answers 402");
    await press(page, name);
    const sheet = page.getByRole("dialog", { name: "Your plan has been successfully updated!" });
    await expect(sheet).toBeVisible();
    expect(stack.sandbox.world.effectsOf("create")).toMatchObject([{ payload: { plan_id: plan } }]);
    await sheet.getByRole("link", { name: "Great!" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });
}

test(
  "every step change shows the step from its top",
  withJavaScript("a page loaded anew begins at its top"),
  async ({ page, signedInAs }) => {
    await page.setViewportSize({ width: 390, height: 500 });
    // Somebody whom the server does not remember as canceled by another journey.
    await signedInAs("small");
    await page.goto(step(0));
    const button = page.getByRole("button", { name: "I'm ready to let go of my growth" });
    await button.scrollIntoViewIfNeeded();
    const goOn = await holdWait(page);
    await button.click();
    await expect(page.getByRole("heading", { name: "Please wait" })).toBeInViewport();
    goOn();
    await at(page, 2);
    await expect(page.getByRole("link", { name: "Back" })).toBeInViewport();
  },
);

test(
  "the wait between two steps overtakes nobody",
  withJavaScript("without JavaScript a browser gives up its refresh by itself"),
  async ({ page, signedInAs }) => {
    await signedInAs("small");
    await page.addInitScript(() => {
      const { setTimeout: start, clearTimeout: stop } = window;
      const waits = new Map<number, () => void>();
      Object.assign(window, {
        waits,
        // The wait ends when the test says so.
        setTimeout: (work: () => void, after: number, ...more: unknown[]) => {
          const id = start(after === 2_500 ? () => {} : work, after, ...more);
          if (after === 2_500) waits.set(id, work);
          return id;
        },
        clearTimeout: (id: number) => {
          waits.delete(id);
          stop(id);
        },
      });
    });
    await page.goto(step(0));
    await press(page, "I'm ready to let go of my growth");
    await at(page, 1);
    await page.waitForFunction(() => window.waits.size === 1);
    // Nor a press without an answer: the page stays where it says so.
    await page.route("**/*.data*", (route) => route.abort(), { times: 1 });
    await press(page, "Cancel now");
    await expect(page.getByRole("alert")).toBeFocused();
    await expect(page.getByRole("button", { name: "Cancel now" })).toBeEnabled();
    expect(await page.evaluate(() => window.waits.size)).toBe(0);

    for (const [pressed, type, end] of [
      [straightOut(page), "click", step(8)],
      // Escape, or a phone's back button.
      [page.getByRole("dialog"), "cancel", "/dashboard"],
    ] as const) {
      await page.goto(step(1));
      await page.waitForFunction(() => window.waits.size === 1);
      // It ends in the moment of the press: React has not yet shown that the press leads away.
      await pressed.evaluate((element, type) => {
        const ending = [...window.waits];
        element.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true }));
        for (const [id, work] of ending) if (window.waits.has(id)) work();
      }, type);
      await expect(page).toHaveURL(new RegExp(`${end}$`));
    }
  },
);

test(
  "a press that no answer comes to keeps what was written, and can be made again",
  withJavaScript("without, the browser has the form"),
  async ({ page, signedInAs, stack: { sandbox } }) => {
    await signedInAs("leaked");
    const answers = { select: "expenses", position: 6, updatedAt: new Date() };
    sandbox.firestore.write("unsubscribeAnswers/uid-leaked", answers);
    await page.goto(step(6));
    await page.locator("label", { hasText: "4 stars" }).click();
    const noAnswer: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }),
    ];
    for (const answer of noAnswer) await page.route("**/*.data*", answer, { times: 1 });

    const notice = page.getByRole("alert");
    for (const text of ["Good, but", "Good, but not now."]) {
      await page.getByLabel("Your feedback").fill(text);
      await press(page, "Continue");
      await expect(notice).toHaveText("No answer came. Please press again: it counts once.");
      await expect(notice).toBeFocused();
      await expect(page.getByRole("button", { name: "Cancel now" })).toBeEnabled();
      await expect(page.getByLabel("Your feedback")).toHaveValue(text);
    }
    // What is no press is not held, such as a report to a service that is blocked.
    const report = () => fetch("https://elsewhere.example/", { method: "POST" });
    await expect(page.evaluate(report)).rejects.toThrow("Failed to fetch");

    // 'Cancel now' posts to the last step: without an answer, this one stays, and its own form still works.
    await page.route("**/*.data*", (route) => route.abort(), { times: 1 });
    await press(page, "Cancel now");
    await expect(notice).toBeFocused();
    await page.getByLabel("Your feedback").fill("Not now.");
    await press(page, "Continue");
    await at(page, 7);
    await expect(page.getByText("$0 today")).toBeVisible();
    const { feedback } = sandbox.firestore.read("unsubscribeAnswers/uid-leaked") ?? {};
    expect(feedback).toBe("Not now.");
  },
);

test(
  "a step that a process of an earlier release answers is shown, too",
  withJavaScript("without, each page is of one process"),
  async ({ page, signedInAs }) => {
    await signedInAs("small");
    await page.goto(step(0));
    // It does not say the step's name.
    await page.route("**/unsubscribe/8.data*", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('"name"', '"unnamed"');
      await route.fulfill({ response, body });
    });
    await straightOut(page).click();
    await expect(page.getByRole("heading", { name: "You're about to lose it all" })).toBeVisible();
  },
);

test(
  "the steps load at most 100 KiB of JavaScript",
  withJavaScript("nothing runs"),
  async ({ page, signedInAs }) => {
    await signedInAs("small");
    const sizes: Promise<number>[] = [];
    page.on("response", (response) => {
      if (/\.js(\?|$)/.test(response.url()))
        sizes.push(response.body().then((body) => gzipSync(body).length));
    });
    await page.goto(step(8), { waitUntil: "networkidle" });
    await expect(page.getByRole("button", { name: "Cancel membership" })).toBeVisible();
    const all = await Promise.all(sizes);
    expect(all.length).toBeGreaterThan(3);
    expect(all.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(102_400);
  },
);

declare global {
  interface Window {
    /** What is done once the wait between two steps ends, by its timer. */
    waits: Map<number, () => void>;
  }
}
