import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";

const page = async (path: string) => {
  const answer = await visit(path, { cookie: await signedIn("extras") });
  expect(answer.status, path).toBe(200);
  return answer.text();
};

const myPlan = /<a [^>]*href="\/dashboard\/my-plan"[^>]*>My Plan<\/a>/;

// Three presses: My Plan, its link to the last step, the button. plan.spec.ts checks that they cancel.
test.each([
  "/dashboard",
  "/dashboard/analytics",
  "/dashboard/analytics/lostFollowers",
  "/dashboard/insights",
  "/dashboard/top-trends",
  "/dashboard/top-hacks",
  "/dashboard/password-safety?whole=1",
  "/dashboard/news",
  "/dashboard/course",
  "/articles/secret-admirers",
  "/articles/detect-stalkers/protecting-your-data-and-privacy",
])("the footer of %s links to My Plan", async (path) => {
  const [, footer = ""] = (await page(path)).split("</main>");
  expect(footer).toMatch(myPlan);
});

test.each(["/dashboard/offers/pdf-course", "/dashboard/log-out"])(
  "the dialog at %s links to My Plan",
  async (path) => {
    const [, dialog = ""] = (await page(path)).split("<dialog");
    expect(dialog.split("</dialog>")[0]).toMatch(myPlan);
  },
);

test("My Plan links straight to the last step, past all offers", async () => {
  expect(await page("/dashboard/my-plan")).toMatch(
    /<a [^>]*href="\/dashboard\/unsubscribe\/8"[^>]*>Cancel membership right away<\/a>/,
  );
  expect(await page("/dashboard/unsubscribe/8")).toMatch(/<button [^>]*value="cancel"/);
});
