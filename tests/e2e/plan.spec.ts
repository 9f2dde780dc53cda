import type { Locator, Page, Route } from "@playwright/test";
import { parts } from "../../content/read.ts";
import {
  alike,
  alikeWithJavaScript,
  expect,
  makeDue,
  provedElsewhere,
  subjectsTo,
  test,
  untilAlive,
  withJavaScript,
} from "./journey.ts";

const { offers } = parts.offers("content");

const extras = [
  { title: "Instagram PRO", name: offers.pdfCourse.name, price: "$28.99", opens: /course$/ },
  { title: offers.profileReport.name, name: offers.profileReport.name, price: "$19.99" },
  { title: offers.reelsPlaybook.name, name: offers.reelsPlaybook.name, price: "$19.99" },
];

const cardOf = (place: Page | Locator, title: string) =>
  place.getByRole("article").filter({ hasText: title });

for (const [nth, { title, name, price, opens }] of extras.entries()) {
  // What is a course is read, and what is not is downloaded.
  const who = [{}, alike("as the course"), provedElsewhere("as the report")][nth] ?? {};
  test(
    `${title} is bought at home, and its download opens`,
    who,
    async ({ page, signedInAs, stack }) => {
      await signedInAs("rich");
      await page.goto("/dashboard");
      const card = cardOf(page, title);
      await expect(card).toContainText(price);
      await card.getByRole("link", { name: "Get it" }).click();
      const dialog = page.getByRole("dialog", { name });
      await expect(dialog).toContainText(`One-time payment of ${price}. Nothing renews.`);
      await dialog.getByRole("button", { name: `Buy for ${price}` }).click();
      await expect(dialog.getByText("PURCHASED")).toBeVisible();
      await dialog.getByRole("link", { name: "Done" }).click();
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(card.getByText("PURCHASED")).toBeVisible();
      expect(stack.sandbox.world.effectsOf("create")).toHaveLength(1);

      const download = card.getByRole("link", { name: "Download" });
      if (opens) {
        await download.click();
        await expect(page).toHaveURL(opens);
        await expect(page.getByText("Instagram PRO course").first()).toBeVisible();
        return;
      }
      const file = await page.request.get((await download.getAttribute("href")) ?? "");
      expect(file.status()).toBe(200);
      expect(file.headers()["content-type"]).toBe("application/pdf");
      expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
    },
  );
}

test(
  "what is bought in My Plan leads back there",
  alike("the form is the one of home, which both browsers post"),
  async ({ page, signedInAs }) => {
    await signedInAs("brandy");
    await page.goto("/dashboard/my-plan");
    const panel = page.getByRole("dialog", { name: "My Plan" });
    await cardOf(panel, offers.reelsPlaybook.name).getByRole("link", { name: "Get it" }).click();
    await page.getByRole("button", { name: "Buy for" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Done" }).click();
    await expect(page).toHaveURL(/\/dashboard\/my-plan$/);
    await expect(panel.getByText("PURCHASED")).toHaveCount(1);
  },
);

test(
  "a plan that was bought as an extra is canceled by itself",
  alike("a membership is canceled by the same forms in both"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("extras");
    await page.goto("/dashboard/my-plan");
    const gift = page.getByRole("region", { name: "Gift Plan" });
    await gift.getByRole("link", { name: "Cancel Gift Plan" }).click();
    const dialog = page.getByRole("dialog", { name: "Cancel this plan" });
    await expect(dialog).toContainText("sub-1016");
    await dialog.getByRole("button", { name: "Cancel now" }).click();
    await expect(page.getByRole("dialog", { name: "Your plan has been canceled" })).toBeVisible();
    await expect(page).toHaveTitle(/Your plan has been canceled/);
    expect(stack.sandbox.world.effectsOf("cancel")).toMatchObject([
      { payload: { subscription_id: "sub-1016" } },
    ]);
    await page.goto("/dashboard/my-plan");
    await expect(gift).toContainText("It will not renew.");
    await expect(page.getByRole("link", { name: "Cancel Premium Plan" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Cancel membership right away" })).toBeVisible();
  },
);

test(
  "a refusal stands beside the button, and another press is another order",
  alike("keyboard.spec.ts is refused with JavaScript"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("small");
    await page.goto("/dashboard/offers/pdf-course");
    stack.sandbox.faults.set("billing", { kind: "status", status: 402 }, 1);
    const buy = page.getByRole("button", { name: "Buy for" });
    await buy.click();
    await expect(page.getByRole("alert")).toHaveText("The sandbox answers 402");
    await expect(buy).toBeEnabled();
    await buy.click();
    await expect(page.getByRole("dialog").getByText("PURCHASED")).toBeVisible();
    const keys = stack.sandbox.world.calls
      .filter(({ path }) => path.includes("create"))
      .map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(2);
  },
);

test("an order that billing did not answer is completed by itself, once", async ({
  page,
  signedInAs,
  stack,
  enhanced,
}) => {
  await signedInAs("leaked");
  await page.goto("/dashboard/offers/pdf-course");
  stack.sandbox.faults.set("billing", { kind: "reset" }, 1);
  await page.getByRole("button", { name: "Buy for" }).click();
  await expect(page.getByText("We are completing your purchase")).toBeVisible();
  if (enhanced) await makeDue(stack, "purchaseIntents/uid-leaked_pdfCourse");
  else await page.getByRole("button", { name: "Try again now" }).click();
  await expect(page.getByRole("dialog").getByText("PURCHASED")).toBeVisible({ timeout: 20_000 });
  expect(stack.sandbox.world.effectsOf("create")).toHaveLength(1);
});

test(
  "a refusal after 'Try again now' is said, and ends the waiting",
  alikeWithJavaScript("without, it is the form of another press"),
  async ({ page, signedInAs, stack, enhanced }) => {
    await signedInAs("leaked");
    if (enhanced) await page.clock.install();
    await page.goto("/dashboard/offers/pdf-course");
    // Also the tries that come by themselves.
    stack.sandbox.faults.set("billing", { kind: "reset" });
    await page.getByRole("button", { name: "Buy for" }).click();
    const awaited = page.getByText("We are completing your purchase");
    await expect(awaited).toBeVisible();
    stack.sandbox.faults.set("billing", { kind: "status", status: 402 });
    await page.getByRole("button", { name: "Try again now" }).click();
    await expect(page.getByRole("alert")).toHaveText("The sandbox answers 402");
    await expect(awaited).toBeHidden();
    if (enhanced) await page.clock.runFor(10_000);
    await expect(page.getByRole("alert")).toHaveText("The sandbox answers 402");
  },
);

test(
  "an order that is awaited waits on where no answer comes, and shows what came",
  withJavaScript("without, the browser loads the page anew"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("leaked");
    await page.clock.install();
    // An answer of which half comes, which no route of Playwright's can give.
    await page.addInitScript(() => {
      const { fetch } = window;
      window.fetch = async (input, init) => {
        const answer = await fetch(input, init);
        if (!answer.headers.has("half")) return answer;
        const cut = new TransformStream({
          transform(chunk, out) {
            out.enqueue(chunk);
            out.error(new TypeError("network error"));
          },
        });
        return new Response(answer.body?.pipeThrough(cut), answer);
      };
    });
    stack.sandbox.faults.set("billing", { kind: "reset" });
    await page.goto("/dashboard/offers/pdf-course");
    await page.getByRole("button", { name: "Buy for" }).click();
    const awaited = page.getByText("We are completing your purchase");
    await expect(awaited).toBeVisible();

    const body = '[{"_1":2},"root"';
    const headers = { half: "yes", "x-remix-response": "yes" };
    const noAnswer: ((route: Route) => Promise<void>)[] = [
      (route) => route.abort(),
      (route) => route.fulfill({ status: 502, body: "<h1>Bad Gateway</h1>" }),
      (route) => route.fulfill({ body, headers }),
    ];
    for (const answer of noAnswer) {
      await page.route("**/*.data*", answer, { times: 1 });
      const asked = page.waitForRequest("**/*.data*");
      await page.clock.fastForward(3_000);
      await (await asked).response();
      await untilAlive(page);
      const next = page.waitForResponse("**/*.data*");
      await page.clock.fastForward(3_000);
      expect((await next).status()).toBe(200);
      await expect(awaited).toBeVisible();
    }
    stack.sandbox.faults.clear();
    await page.getByRole("button", { name: "Try again now" }).click();
    await expect(page.getByRole("dialog").getByText("PURCHASED")).toBeVisible();
  },
);

test(
  "a look that takes long is not cut off by the next, nor is a link that is followed meanwhile",
  withJavaScript("without, the browser loads the page anew"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("leaked");
    await page.clock.install();
    stack.sandbox.faults.set("billing", { kind: "reset" }, 1);
    await page.goto("/dashboard/offers/pdf-course");
    await page.getByRole("button", { name: "Buy for" }).click();
    await expect(page.getByText("We are completing your purchase")).toBeVisible();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const asked: string[] = [];
    await page.route("**/*.data*", async (route) => {
      asked.push(new URL(route.request().url()).pathname);
      await answered;
      await route.continue();
    });
    const wait = async () => {
      await page.clock.fastForward(3_000);
      await untilAlive(page);
    };
    await wait();
    await expect.poll(() => asked.length).toBe(1);
    await wait();
    await wait();
    expect(asked).toHaveLength(1);
    await page.getByRole("link", { name: "Close" }).click();
    await expect.poll(() => asked.length).toBe(2);
    await wait();
    expect(asked).toHaveLength(2);
    answer();
    await expect(page.getByRole("dialog")).toBeHidden();
  },
);

test(
  "what is no answer to a link, or a proxy's question, is not waited for",
  withJavaScript("without, the browser shows it"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("leaked");
    const fault = page.getByRole("heading", { name: "Something went wrong" });
    await page.goto("/dashboard");
    await page.getByRole("link", { name: "My Plan" }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.route("**/*.data*", (route) => route.abort());
    await page.goBack();
    await expect(fault).toBeVisible();

    await page.unrouteAll();
    stack.sandbox.faults.set("billing", { kind: "reset" });
    await page.goto("/dashboard/offers/pdf-course");
    await page.getByRole("button", { name: "Buy for" }).click();
    await expect(page.getByText("We are completing your purchase")).toBeVisible();
    await page.route("**/*.data*", (route) => route.fulfill({ status: 403, body: "Who are you?" }));
    await expect(fault).toBeVisible();
  },
);

test(
  "two presses make one order",
  alikeWithJavaScript("without, the server alone: purchases/services/purchase.test.ts"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("gift");
    await page.goto("/dashboard/offers/reels-playbook");
    stack.sandbox.faults.set("billing", { kind: "slow", ms: 300 });
    await page.getByRole("button", { name: "Buy for" }).dblclick();
    await expect(page.getByRole("dialog").getByText("PURCHASED")).toBeVisible();
    expect(stack.sandbox.world.effectsOf("create")).toHaveLength(1);
  },
);

test(
  "the plan that was being fetched shows by itself",
  withJavaScript("without JavaScript the page is loaded anew every 30 s"),
  async ({ page, signedInAs, stack }) => {
    const { world } = stack.sandbox;
    const subscription = world.subscriptionById("sub-1022");
    if (!subscription) throw new Error("nobody is fresh");
    subscription.startedAt = new Date(Date.now() - 590_000);
    await signedInAs("fresh");
    await page.goto("/dashboard/my-plan");
    await expect(page.getByRole("heading", { name: "Fetching plans" })).toBeVisible();
    // Its only look gets no answer at first.
    await page.route("**/*.data*", (route) => route.abort(), { times: 1 });
    const shown = page.getByRole("heading", { name: "Weekly Plan" });
    await expect(shown).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("link", { name: "Cancel", exact: true })).toBeVisible();
  },
);

test(
  "a plan that starts ahead of this clock shows by itself, too",
  withJavaScript("without JavaScript the page is loaded anew every 30 s"),
  async ({ page, signedInAs, stack }) => {
    const subscription = stack.sandbox.world.subscriptionById("sub-1022");
    if (!subscription) throw new Error("nobody is fresh");
    subscription.startedAt = new Date(Date.now() + 86_400_000);
    await signedInAs("fresh");
    await page.clock.install();
    await page.goto("/dashboard/my-plan");
    await expect(page.getByRole("heading", { name: "Fetching plans" })).toBeVisible();
    await untilAlive(page);
    for (const _look of ["first", "second"]) {
      const asked = page.waitForResponse("**/*.data*");
      await page.clock.runFor(15_000);
      expect((await asked).status()).toBe(200);
    }
  },
);

test(
  "the way out by mail",
  provedElsewhere("plan/routes/my-plan.test.ts"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("premium");
    await page.goto("/dashboard/my-plan");
    await page.getByRole("link", { name: "Cancel", exact: true }).click();
    await expect(page.getByRole("dialog", { name: "We are sorry to see you go" })).toBeVisible();
    await page.getByRole("button", { name: "Email me a cancellation link" }).click();
    await expect(
      page.getByRole("dialog", { name: "We've sent you a confirmation email" }),
    ).toBeVisible();
    const letters = () => subjectsTo(stack, "premium@example.com");
    await expect.poll(letters).toEqual(["Confirm that you want to cancel your membership"]);
  },
);

// That all private pages have the way to My Plan is looked up without a browser (features/leaving/routes/way-out.test.ts).
test(
  "a membership is canceled in three presses",
  alike("leaving.spec.ts cancels with JavaScript"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("extras");
    await page.goto("/articles/secret-admirers");
    await page.getByRole("contentinfo").getByRole("link", { name: "My Plan" }).click();
    await page.getByRole("link", { name: "Cancel membership right away" }).click();
    await page.getByRole("button", { name: "Cancel membership" }).click();
    await expect(page.getByText("Your membership has been canceled").first()).toBeVisible();
    expect(stack.sandbox.world.effectsOf("cancel")).toHaveLength(1);
  },
);
