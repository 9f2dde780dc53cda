import { beforeEach, expect, test } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { few } from "#tests/setup/cases";
import { sendLinksLeft } from "#tests/setup/mailed-links";
import { newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { signedIn } from "#tests/setup/requests";
import { visibleText } from "#tests/setup/visible-text";
import { fetchingLeft } from "~/features/account/plan";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

const { world, faults } = sandbox;

const openPanel = async (person: string) =>
  ask("/dashboard/my-plan", { cookie: await signedIn(person) });

const askForMail = async (person: string) =>
  ask("/dashboard/my-plan/cancel", { cookie: await signedIn(person), fields: {} });

beforeEach(async () => {
  await (await firestore()).doc("cancellationIntents/sub-1001").delete();
});

const plans: [string, string, number, string][] = [
  ["rich", "Weekly Plan", 1, "active"],
  ["premium", "Premium Plan", 13.99, "active"],
  ["gift", "Gift Plan", 19.99, "active"],
  ["quarter", "3-Month Plan", 49, "active"],
  ["brandx", "Weekly Plan", 1, "active"],
  ["canceled", "Weekly Plan", 1, "canceled"],
  ["fresh", "Weekly Plan", 1, "fetching"],
];
test.each(few(plans, 4))("%s sees the %s", async (person, name, price, state) => {
  expect(await openPanel(person)).toMatchObject({
    status: 200,
    body: { plan: { name, price, state } },
  });
});

test("shows what the subscription service says that the plan costs, else the catalogue's price", async () => {
  expect(await openPanel("german")).toMatchObject({ body: { plan: { cost: "€13.99" } } });
  expect(await openPanel("quarter")).toMatchObject({ body: { plan: { cost: "$49" } } });
  const page = await visit("/dashboard/my-plan", { cookie: await signedIn("german") });
  expect(visibleText(await page.text())).toContain("€13.99 Every 1 month");
});

test.each([
  [0, 600_000],
  [1, 599_999],
  [599_999, 1],
  [600_000, 0],
  [86_400_000, 0],
  // A start in the future, caused by a wrong clock, must not extend the wait.
  [-3_600_000, 600_000],
])("%i ms after its start a plan is still fetched for %i ms", (age, left) => {
  const start = 1_700_000_000_000;
  expect(fetchingLeft(start, start + age)).toBe(left);
});

test("lists the products that the subscriber owns", async () => {
  const { body } = await openPanel("extras");
  expect(body).toMatchObject({
    owned: ["pdfCourse", "profileReport", "reelsPlaybook", "premiumOneMonth", "giftOneMonth"],
  });
  expect(await openPanel("rich")).toMatchObject({ body: { owned: [] } });
});

test("while the subscription service is down, the panel shows the last known plan as stale", async () => {
  await openPanel("gift");
  faults.set("subscriptions", { kind: "status", status: 503 });
  expect(await openPanel("gift")).toMatchObject({
    body: { stale: true, plan: { name: "Gift Plan", state: "active" } },
  });
  faults.clear();
  expect(await openPanel("gift")).toMatchObject({ body: { stale: false } });
});

test.each([
  ["fresh", "Cancel", "Fetching plans"],
  ["canceled", "Canceled", "Weekly Plan"],
])("%s sees '%s' disabled, and why", async (person, button, words) => {
  const answer = await visit("/dashboard/my-plan", { cookie: await signedIn(person) });
  const html = await answer.text();
  expect(html).toMatch(new RegExp(`<button [^>]*disabled[^>]*>${button}</button>`));
  expect(visibleText(html)).toContain(words);
});

test("a stale panel has a link to check again", async () => {
  const cookie = await signedIn("quarter");
  const page = async () => (await visit("/dashboard/my-plan", { cookie })).text();
  const notice = "We cannot reach your subscription right now.";
  expect(await page()).not.toContain(notice);
  faults.set("subscriptions", { kind: "status", status: 500 });
  const html = await page();
  expect(visibleText(html)).toContain(notice);
  expect(visibleText(html)).toContain("3-Month Plan");
  expect(html).toMatch(/<a [^>]*href="\/dashboard\/my-plan"[^>]*>Check again<\/a>/);
});

test("a visitor is redirected to sign-in, and back", async () => {
  const answer = await ask("/dashboard/my-plan");
  expect(answer.location).toBe("/sign-in?redirectTo=%2Fdashboard%2Fmy-plan");
  expect((await ask("/dashboard/my-plan/cancel")).location).toMatch(/^\/sign-in/);
});

test.each([
  ["rich", true],
  ["minnesotan", false],
])("%s is led to options before canceling: %s", async (person, isLed) => {
  const page = await visit("/dashboard/my-plan/cancel", {
    cookie: await signedIn(person),
    headers: { accept: "text/html" },
  });
  expect((await page.text()).includes("See my options first")).toBe(isLed);
});

test("the mail with the cancellation link is sent to the subscription's address", async () => {
  expect(await askForMail("rich")).toMatchObject({
    status: 302,
    location: "/dashboard/my-plan/cancel?sent",
  });
  expect(world.mails).toMatchObject([{ to: ["rich@example.com"] }]);
  expect(world.effectsOf("cancel")).toHaveLength(0);
});

test("a subscriber who has already canceled is redirected to My Plan", async () => {
  expect(await askForMail("canceled")).toMatchObject({
    status: 302,
    location: "/dashboard/my-plan",
  });
});

test("a mail that the server does not take is kept, and sent later", async () => {
  faults.set("mail", { kind: "status", status: 451 });
  expect(await askForMail("small")).toMatchObject({ status: 302 });
  await backgroundSettled();
  expect(world.mails).toHaveLength(0);
  faults.clear();
  await sendLinksLeft();
  expect(world.mails).toHaveLength(1);
});

test("at most three mails are sent", async () => {
  const answers = [];
  for (let count = 0; count < 5; count += 1) answers.push((await askForMail("leaked")).status);
  expect(answers).toEqual([302, 302, 302, 429, 429]);
  expect(world.mails).toHaveLength(3);
});

// Last: it opens the circuit breaker.
test("without a last known plan, the panel is unavailable", async () => {
  faults.set("subscriptions", { kind: "status", status: 503 });
  const { cookie } = await newMember();
  expect(await ask("/dashboard/my-plan", { cookie })).toMatchObject({ status: 200, body: null });
});
