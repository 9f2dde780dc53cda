import { errors, startReportingStack } from "../setup/error-reports.ts";
import type { Stack } from "../setup/stack.ts";
import {
  alikeWithJavaScript,
  expect,
  test as journey,
  untilAlive,
  withJavaScript,
} from "./journey.ts";

const test = journey.extend<object, { sharedStack: Stack }>({
  sharedStack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the parameter's pattern
    async ({}, use) => {
      const stack = await startReportingStack();
      await use(stack);
      await stack.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const served = alikeWithJavaScript(
  "account/start-up-identifiers.test.ts, and the crash of public.spec.ts",
);

test(
  "the page tells the operator's scripts the ids of the visitor's brand",
  served,
  async ({ page, stack, enhanced }) => {
    const inPage = async () =>
      JSON.parse((await page.locator("#profile-analyzer-identifiers").textContent()) ?? "");
    const ofBrand = (infix: string, suffix: string) => ({
      trackingBaseAddress: stack.sandbox.env.EVENTS_URL,
      courseId: `ig${infix}_boost_engagement${suffix}`,
      reportId: `ig${infix}_pdf_report${suffix}`,
      premiumId: `ig${infix}_premium_one_month`,
      giftId: `ig${infix}_gift_one_month`,
    });
    await page.goto("/");
    expect(await inPage()).toEqual(ofBrand("", "_otp"));
    // Signing in reads the subscriptions, and with them the brand.
    await page.goto("/sign-in");
    await page.getByLabel("Email").fill("brandx@example.com");
    await page.getByLabel("Password").fill("brandx-pass");
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.waitForURL("**/dashboard");
    expect(await inPage()).toEqual(ofBrand("_x", "_sale_otp"));
    if (!enhanced) return;
    await page.waitForFunction(() => "profileAnalyzer" in window);
    const exposed = await page.evaluate(() => {
      const { profileAnalyzer } = window as unknown as { profileAnalyzer: { courseId: string } };
      let refused = 0;
      for (const change of [
        () => Object.assign(profileAnalyzer, { courseId: "other" }),
        () => Object.assign(window, { profileAnalyzer: {} }),
      ])
        try {
          change();
        } catch {
          refused += 1;
        }
      return { refused, courseId: profileAnalyzer.courseId };
    });
    expect(exposed).toEqual({ refused: 2, courseId: "ig_x_boost_engagement_sale_otp" });
  },
);

test(
  "the page crashes into 'Something went wrong', on the server and in the browser",
  served,
  async ({ page, stack, enhanced }) => {
    await page.goto("/?showerrbtn=plz");
    await page.locator("[data-test-error] button").click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    const platforms = () => new Set(errors(stack).map(({ platform }) => platform));
    await page.getByRole("link", { name: "Back to home page" }).click();
    await expect(page).toHaveURL(`${stack.origin}/`);
    await expect.poll(platforms).toEqual(new Set(enhanced ? ["node", "javascript"] : ["node"]));
  },
);

test(
  "an error whose page is left before the reporter has come is reported by the next page that reports",
  withJavaScript("without scripts nothing is reported from the page"),
  async ({ page, stack }) => {
    let asked = 0;
    await page.route("**/error-reports-*.js", (route) => {
      asked += 1;
      // The first one is never answered.
      return asked > 1 ? route.continue() : undefined;
    });
    await page.goto("/?showerrbtn=plz");
    await page.locator("[data-test-error] button").click();
    await page.getByRole("link", { name: "Back to home page" }).click();
    const fromPages = () => errors(stack).filter(({ platform }) => platform === "javascript");
    await expect.poll(() => fromPages().length).toBe(1);
    expect(fromPages()[0]?.exception?.values).toMatchObject([
      { type: "Error", value: "Test error" },
    ]);
    await page.reload();
    await page.waitForFunction(() => "profileAnalyzer" in window);
    expect(asked, "it is told once").toBe(2);
  },
);

test("the page crashes the same way with its scripts broken", served, async ({ page }) => {
  await page.route("**/*.js", (route) => route.abort());
  await page.goto("/?showerrbtn=plz");
  await page.locator("[data-test-error] button").click();
  await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to home page" })).toBeVisible();
});

test(
  "a page that is alive crashes in place, and reports it with the trace of its requests",
  withJavaScript("without scripts no page is alive"),
  async ({ page, signedInAs, stack }) => {
    await signedInAs("rich");
    await page.goto("/dashboard");
    await untilAlive(page);
    stack.sandbox.world.envelopes.length = 0;
    let trace = "";
    await page.route("**/*.data*", (route) => {
      trace = route.request().headers()["sentry-trace"] ?? "";
      return route.fulfill({ status: 200, contentType: "text/x-script", body: "not what it says" });
    });
    await page.getByRole("button", { name: /menu/i }).or(page.locator("summary")).first().click();
    await page.getByRole("link", { name: "Log out" }).click();
    await expect(page.getByRole("heading", { name: "Something went wrong" })).toBeVisible();
    await expect.poll(() => errors(stack).length).toBeGreaterThan(0);
    const [report] = errors(stack);
    expect(report).toMatchObject({
      platform: "javascript",
      release: "release-7",
      environment: "DEV",
      contexts: { app: { app_name: "instatrack_webapp", app_version: "release-7" } },
    });
    expect(trace).toMatch(/^[\da-f]{32}-[\da-f]{16}$/);
    expect(trace).toContain(report?.contexts?.trace?.trace_id ?? "no trace");
    expect(stack.sandbox.world.envelopes.join("")).not.toMatch(/@example\.com|uid-rich/);
  },
);
