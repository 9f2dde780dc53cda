import { beforeEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { effects, world } from "#tests/setup/cancellations";
import { type Member, newMember } from "#tests/setup/member";
import { visibleText } from "#tests/setup/visible-text";
import { backgroundSettled } from "~/platform/work/background.server";

// Somebody who bought again without canceling the plan before: both renew, and the newer one is the main plan.

let newer: Member;
let older: Member;
beforeEach(async () => {
  newer = await newMember({ country: "DE", days: 3, planCode: "ig_3month" });
  const { uid, email, cookie } = newer;
  older = { id: `${newer.id}-before`, uid, email, cookie };
  world.subscriptions.push({
    ...{ id: older.id, bundle: "profile-analyzer", planCode: "ig_weekly", status: "active" },
    ...{ mainPlan: true, startedAt: new Date(Date.now() - 20 * 86_400_000), emails: [email], uid },
  });
});

const canceled = () => [newer, older].map(({ id }) => effects(id).length);
const text = async (path: string) =>
  visibleText(await (await visit(path, { cookie: newer.cookie })).text());
/** The hidden fields of the form with this press, as its page has them. */
async function shownOn(path: string, button: string): Promise<Record<string, string>> {
  const html = await (await visit(path, { cookie: newer.cookie })).text();
  const form = html.split("<form").find((one) => one.includes(button)) ?? "";
  const [, subscription = ""] = /name="subscription" value="([^"]*)"/.exec(form) ?? [];
  return { subscription };
}

test.each<[string, string, string, Record<string, string>, string]>([
  [
    "the last step",
    "/dashboard/unsubscribe/8",
    'value="cancel"',
    { press: "cancel" },
    "Your membership has been canceled",
  ],
  [
    "the page that withdraws",
    "/dashboard/unsubscribe/withdraw",
    "bestätigen",
    {},
    "We have your withdrawal",
  ],
])(
  "%s says what it has ended and what goes on; pressed again, it ends nothing else",
  async (_, path, button, press, title) => {
    const fields = { ...press, ...(await shownOn(path, button)) };
    expect(fields).toMatchObject({ subscription: newer.id });
    expect(await text(path)).toContain(newer.id);
    for (let times = 0; times < 2; times += 1) {
      const { location } = await ask(path, { cookie: newer.cookie, fields });
      expect(location).toBe(`/dashboard/unsubscribe/canceled?subscription=${newer.id}`);
      await backgroundSettled();
      const page = await text(location ?? "");
      expect(page).toContain(title);
      expect(page).toContain("Weekly Plan");
      expect(canceled()).toEqual([1, 0]);
    }
    // Who wants to end the other one as well, can.
    const other: Record<string, string> = {
      press: "cancel",
      ...(await shownOn("/dashboard/unsubscribe/8", 'value="cancel"')),
    };
    expect(other).toMatchObject({ subscription: older.id });
    const { location } = await ask("/dashboard/unsubscribe/8", {
      cookie: newer.cookie,
      fields: other,
    });
    await backgroundSettled();
    expect(await text(location ?? "")).toContain("Your membership has been canceled");
    expect(canceled()).toEqual([1, 1]);
  },
);

test("a plan that goes on, or has ended since, leads to no step that would end the other one", async () => {
  const { cookie } = newer;
  const result = `/dashboard/unsubscribe/canceled?subscription=${older.id}`;
  expect(await ask(result, { cookie })).toMatchObject({
    location: `/dashboard/my-plan/cancel/${older.id}`,
  });
  const found = world.subscriptions.find(({ id }) => id === older.id);
  if (found) found.status = "expired";
  expect(await text(result)).toContain("Your membership has been canceled");
  const fields = { press: "cancel", subscription: older.id };
  expect((await ask("/dashboard/unsubscribe/8", { cookie, fields })).status).toBe(404);
  await backgroundSettled();
  expect(canceled()).toEqual([0, 0]);
});

test("a page of somebody else's plan, and one that names none, show what they did before", async () => {
  const somebody = await newMember({ status: "canceled" });
  for (const query of [`?subscription=${somebody.id}`, "?subscription=", ""])
    expect(
      await ask(`/dashboard/unsubscribe/canceled${query}`, { cookie: newer.cookie }),
    ).toMatchObject({
      location: "/dashboard/unsubscribe/8",
    });
  const fields = { press: "cancel", subscription: somebody.id };
  expect((await ask("/dashboard/unsubscribe/8", { cookie: newer.cookie, fields })).status).toBe(
    404,
  );
  await ask("/dashboard/unsubscribe/8", { cookie: newer.cookie, fields: { press: "cancel" } });
  await backgroundSettled();
  expect(canceled()).toEqual([1, 0]);
});
