import { expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { signedIn } from "#tests/setup/requests";

const page = async (path: string) => {
  const answer = await visit(path, { cookie: await signedIn("extras") });
  expect(answer.status, path).toBe(200);
  return answer.text();
};

const myPlan = /<a [^>]*href="\/dashboard\/my-plan"[^>]*>My Plan<\/a>/;

// Three presses: My Plan, the way out, the button; that they cancel is a journey of its own (plan.spec.ts).
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
])("My Plan is one press away from the foot of %s", async (path) => {
  const [, foot = ""] = (await page(path)).split("</main>");
  expect(foot).toMatch(myPlan);
});

test.each(["/dashboard/offers/pdf-course", "/dashboard/log-out"])(
  "My Plan is one press away from the dialog at %s",
  async (path) => {
    const [, dialog = ""] = (await page(path)).split("<dialog");
    expect(dialog.split("</dialog>")[0]).toMatch(myPlan);
  },
);

test("My Plan leads straight to the last step, past all offers", async () => {
  expect(await page("/dashboard/my-plan")).toMatch(
    /<a [^>]*href="\/dashboard\/unsubscribe\/8"[^>]*>Cancel membership right away<\/a>/,
  );
  expect(await page("/dashboard/unsubscribe/8")).toMatch(/<button [^>]*value="cancel"/);
});
