import { afterEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";

afterEach(() => sandbox.faults.clear());

/** The course id that a page exposes. */
async function courseIdOn(path: string, cookie: string): Promise<string | undefined> {
  const page = await visit(path, { headers: { cookie } });
  return /ig\w*_boost_engagement\w*/.exec(await page.text())?.[0];
}

const [ofDefault, ofX] = ["ig_boost_engagement_otp", "ig_x_boost_engagement_sale_otp"];

test("the first page that a process serves to a subscriber is of their main plan's brand", async () => {
  const { cookie } = await newMember({ planCode: "ig_x_weekly_trial" });
  expect(await courseIdOn("/dashboard/my-plan", cookie)).toBe(ofX);
});

test("while the plan cannot be looked up, the host decides", async () => {
  const { cookie } = await newMember({ planCode: "ig_x_weekly_trial" });
  sandbox.faults.set("subscriptions", { kind: "status", status: 500 });
  expect(await courseIdOn("/dashboard/my-plan", cookie)).toBe(ofDefault);
});
