import "#tests/setup/mail";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ask } from "#tests/setup/ask";
import { type Member, newMember } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { inFirestore } from "~/clients/firestore.server";
import { log } from "~/clients/log.server";
import { forgetSubscriptions } from "~/clients/subscriptions.server";
import { answersOf, keepAnswers } from "~/clients/unsubscribe-answers.server";
import { noAnswers, type StepNumber } from "~/domain/unsubscribe-flow";
import { backgroundSettled } from "~/services/background.server";

const { world, faults } = sandbox;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
});

const address = (number: number | string) => `/dashboard/unsubscribe/${number}`;

const openStep = ({ cookie }: Member, number: number | string) => ask(address(number), { cookie });

const press = (
  { cookie }: Member,
  number: number,
  name: string,
  fields: Record<string, string> = {},
) => ask(address(number), { cookie, fields: { ...fields, press: name } });

const saveAnswers = (member: Member, position: StepNumber, more = {}) =>
  keepAnswers(member.uid, { ...noAnswers, position, ...more });

const redirected = (to: string) => ({ status: 302, location: to });

describe("access", () => {
  test.each([
    ["the start", "/dashboard/unsubscribe"],
    ["a step", address(3)],
    ["a press", address(8), { press: "cancel" }],
    ["the end", address("canceled")],
    ["the changed plan", address("updated")],
  ])("%s is private", async (_, path, fields?: Record<string, string>) => {
    const { status, location } = await ask(path, { ...(fields && { fields }) });
    expect([status, location?.split("?")[0]]).toEqual([302, "/sign-in"]);
    expect(world.calls.filter(({ system }) => system === "billing")).toEqual([]);
  });

  test.each(["9", "-1", "01", "canceled!"])("there is no step %s", async (number) => {
    expect((await openStep(await newMember(), number)).status).toBe(404);
  });

  test("?unsubscription=true opens the flow", async () => {
    const { cookie } = await newMember();
    const visit = (query: string) => ask(`/dashboard${query}`, { cookie });
    expect(await visit("?unsubscription=true")).toMatchObject(redirected(address(0)));
    expect(await visit("?unsubscription=false")).toMatchObject({ status: 200 });
  });
});

describe("reachability", () => {
  test("loader and action redirect from a step that is not reachable yet to the current one", async () => {
    const member = await newMember();
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      expect(await openStep(member, number)).toMatchObject(redirected(address(0)));
      const pressed = await press(member, number, "accept");
      expect(pressed).toMatchObject(redirected(address(0)));
    }
    await saveAnswers(member, 4);
    expect(await openStep(member, 7)).toMatchObject(redirected(address(4)));
    expect(await openStep(member, 4)).toMatchObject({ status: 200 });
    expect(world.effects).toEqual([]);
  });

  test("the last step is always reachable", async () => {
    expect(await openStep(await newMember(), 8)).toMatchObject({ status: 200, body: { step: 8 } });
  });
});

describe("the steps", () => {
  test("lead from the first to the last, and the answers are saved", async () => {
    const member = await newMember();
    expect(await openStep(member, 0)).toMatchObject({ body: { step: 0, canceled: false } });
    expect(await press(member, 0, "letGo")).toMatchObject(redirected(address(1)));
    expect(await openStep(member, 1)).toMatchObject({
      body: { continues: { to: address(2), after: 2_500 } },
    });
    expect(await openStep(member, 2)).toMatchObject({
      body: {
        back: address(0),
        plan: { name: "Weekly Plan", price: 1, status: "Trial", period: "Every week" },
      },
    });
    expect(await press(member, 2, "changePlan")).toMatchObject(redirected(address(3)));
    expect(await openStep(member, 3)).toMatchObject({ body: { back: address(2) } });
    expect(await press(member, 2, "cancelMembership")).toMatchObject(redirected(address(4)));
    expect(await press(member, 4, "optOut")).toMatchObject(redirected(address(5)));
    expect(await press(member, 5, "continue", { select: "expenses" })).toMatchObject(
      redirected(address(6)),
    );
    expect(
      await press(member, 6, "continue", { stars: "4", feedback: "Too dear <for> me & mine" }),
    ).toMatchObject(redirected(address(7)));
    expect(await press(member, 7, "notInterested")).toMatchObject(redirected(address(8)));
    expect(await openStep(member, 8)).toMatchObject({ body: { back: address(7) } });
    expect(await answersOf(member.uid)).toMatchObject({
      select: "expenses",
      stars: 4,
      feedback: "Too dear <for> me & mine",
      position: 8,
      updated: null,
    });
    expect(await openStep(member, 5)).toMatchObject({ body: { answers: { select: "expenses" } } });
  });

  test.each([
    ["premium", "ig_premium_one_month", 2, "changePlan", address(4)],
    ["gift", "ig_gift_one_month", 6, "continue", address(8)],
  ] as const)("%s subscribers skip their own offer", async (_, planCode, from, name, to) => {
    const member = await newMember({ planCode });
    await saveAnswers(member, 6, { select: "other" });
    expect(await press(member, from, name, { feedback: "Fine" })).toMatchObject(redirected(to));
  });

  test("'Stay premium' and 'Forget it' close the flow", async () => {
    const member = await newMember();
    expect(await press(member, 0, "stay")).toMatchObject(redirected("/dashboard"));
    await saveAnswers(member, 5);
    expect(await press(member, 5, "continue", { select: "keep-membership" })).toMatchObject(
      redirected("/dashboard"),
    );
    expect(await openStep(member, 5)).toMatchObject(redirected(address(0)));
  });

  test.each(["accept", "__proto__", "constructor", ""])(
    "a step refuses the press %j",
    async (name) => {
      expect(await press(await newMember(), 8, name)).toMatchObject({ status: 400 });
    },
  );
});

describe("survey and feedback", () => {
  test.each(["", "something-else"])("the survey refuses %j", async (select) => {
    const member = await newMember();
    await saveAnswers(member, 5);
    expect(await press(member, 5, "continue", { select })).toMatchObject({
      status: 400,
      body: { errors: { select: "Choose a reason to continue" } },
    });
  });

  test("the feedback requires text, and keeps the stars", async () => {
    const member = await newMember();
    await saveAnswers(member, 6, { select: "other" });
    expect(await press(member, 6, "continue", { stars: "2", feedback: "  " })).toMatchObject({
      status: 400,
      body: {
        errors: { feedback: expect.stringContaining("Write a few words") },
        posted: { stars: "2" },
      },
    });
  });

  test("stars are optional", async () => {
    const member = await newMember();
    await saveAnswers(member, 6, { select: "other" });
    expect(await press(member, 6, "continue", { feedback: "Fine" })).toMatchObject(
      redirected(address(7)),
    );
    expect(await answersOf(member.uid)).toMatchObject({ stars: null, feedback: "Fine" });
  });
});

describe("changing the plan instead", () => {
  test.each([
    [3, "premiumOneMonth", "ig_premium_one_month"],
    [7, "giftOneMonth", "ig_gift_one_month"],
  ] as const)("step %i buys %s, whatever plan id is posted", async (number, product, planId) => {
    const member = await newMember();
    await saveAnswers(member, number, { select: "other", feedback: "Fine" });
    expect(await press(member, number, "accept", { plan_id: "ig_other" })).toMatchObject(
      redirected(address("updated")),
    );
    expect(world.effectsOf("create")).toMatchObject([{ payload: { plan_id: planId } }]);
    expect(await answersOf(member.uid)).toMatchObject({ updated: product });
    expect(await openStep(member, "updated")).toMatchObject({ status: 200 });
  });

  test("answers that cannot be read are not overwritten", async () => {
    const member = await newMember();
    const saved = { select: "expenses", stars: 4, feedback: "Too dear" } as const;
    await saveAnswers(member, 3, saved);
    // Caches that the session is open, so that reading the answers is what fails.
    await openStep(member, 3);
    const warn = vi.spyOn(log, "warn");
    faults.set("firestore", { kind: "hang" });
    const pressed = press(member, 3, "accept");
    await vi.waitFor(
      () =>
        expect(warn).toHaveBeenCalledWith(
          { system: "firestore", kind: "timeout" },
          "upstream failed",
        ),
      { timeout: 5_000 },
    );
    faults.clear();
    expect(await pressed).toMatchObject(redirected(address("updated")));
    expect(await answersOf(member.uid)).toMatchObject({ ...saved, updated: "premiumOneMonth" });
  });

  test("billing's message is shown", async () => {
    const member = await newMember();
    await saveAnswers(member, 3);
    faults.set("billing", { kind: "status", status: 402 });
    expect(await press(member, 3, "accept")).toMatchObject({
      status: 402,
      body: { message: "The sandbox answers 402" },
    });
  });

  test("the success page is not shown without a change", async () => {
    expect(await openStep(await newMember(), "updated")).toMatchObject(redirected(address(0)));
  });
});

describe("a subscriber who comes back", () => {
  const answered = { select: "expenses", stars: 4, feedback: "Too dear" } as const;
  const dayOld = { updatedAt: new Date(Date.now() - 86_400_001) };

  /** Changes the stored answers, as if the last press had been some time ago. */
  const setBack = (member: Member, fields: object) =>
    inFirestore("write", (database) =>
      database.collection("unsubscribeAnswers").doc(member.uid).update(fields),
    );
  const seesChange = async (member: Member) => (await openStep(member, "updated")).status === 200;
  const startsOver = async (member: Member, earlierAnswers: object = answered) => {
    expect(await openStep(member, 7)).toMatchObject(redirected(address(0)));
    expect(await press(member, 0, "letGo")).toMatchObject(redirected(address(1)));
    const { earlier, ...now } = await answersOf(member.uid);
    expect(now).toMatchObject({ select: null, stars: null, feedback: "", position: 1 });
    expect(now.updated).toBeNull();
    // The earlier answers are kept.
    expect(earlier).toMatchObject([earlierAnswers]);
  };

  test("within a day continues at the same step", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    await setBack(member, { updatedAt: new Date(Date.now() - 86_000_000) });
    expect(await openStep(member, 7)).toMatchObject({ status: 200, body: { step: 7 } });
  });

  test("a day later starts over, with an empty survey", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    await setBack(member, dayOld);
    await startsOver(member);
  });

  test("after changing the plan starts over; the change is shown until then", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, answered);
    expect(await press(member, 7, "accept")).toMatchObject(redirected(address("updated")));
    expect(await seesChange(member)).toBe(true);
    await startsOver(member);
    expect(await seesChange(member)).toBe(false);
  });

  test("a second press on the offer leads to the result of the first", async () => {
    const member = await newMember();
    await saveAnswers(member, 3, answered);
    await press(member, 3, "accept");
    expect(await press(member, 3, "accept")).toMatchObject(redirected(address("updated")));
    expect(world.effectsOf("create")).toHaveLength(1);
  });

  test("a day later does not see the changed plan", async () => {
    const member = await newMember();
    await saveAnswers(member, 3);
    await press(member, 3, "accept");
    await setBack(member, dayOld);
    expect(await seesChange(member)).toBe(false);
  });

  test("after canceling and resuming starts over", async () => {
    const member = await newMember();
    await saveAnswers(member, 8, answered);
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    await backgroundSettled();
    const resumed = world.subscriptionById(member.id);
    if (resumed) resumed.status = "active";
    await forgetSubscriptions(member.uid);
    // As if it had been confirmed long ago: for some minutes the steps redirect to the result.
    await inFirestore("write", (database) =>
      database.collection("cancellationIntents").doc(member.id).delete(),
    );
    await startsOver(member);
  });

  test("after 'Forget it' starts over", async () => {
    const member = await newMember();
    await saveAnswers(member, 5, answered);
    await press(member, 5, "continue", { select: "keep-membership" });
    await startsOver(member, { ...answered, select: "keep-membership" });
  });
});

describe("the cancellation", () => {
  const end = (member: Member) => openStep(member, "canceled");

  test("takes one press on step 8, which is always reachable", async () => {
    const member = await newMember();
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    expect(world.effectsOf("cancel")).toMatchObject([{ payload: { subscription_id: member.id } }]);
    expect(await end(member)).toMatchObject({ status: 200, body: { state: "canceled" } });
    expect(await openStep(member, 2)).toMatchObject({ body: { canceled: true } });
  });

  test("billing hangs: the page says that it is being completed, and the steps redirect there", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "hang" });
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    expect(await end(member)).toMatchObject({ body: { state: "received" } });
    expect(await openStep(member, 0)).toMatchObject(redirected(address("canceled")));
  });

  test("billing refuses: its message, and that it will be tried again", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "status", status: 500 });
    expect(await press(member, 8, "cancel")).toMatchObject({
      status: 502,
      body: { message: "The sandbox answers 500", cancellation: "tried-again" },
    });
  });

  test("without a cancellation there is no result page", async () => {
    expect(await end(await newMember())).toMatchObject(redirected(address(8)));
  });

  test("a subscriber who has already canceled sees that instead of the steps", async () => {
    const member = await newMember({ status: "canceled" });
    for (const number of [0, 4, 8])
      expect(await openStep(member, number)).toMatchObject({
        status: 200,
        body: { canceled: true },
      });
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    expect(world.calls.filter(({ system }) => system === "billing")).toEqual([]);
  });
});

// Last, because these tests leave the breaker of the subscription service open.
describe("a membership that cannot be looked up", () => {
  test("no subscription id: the spec's message", async () => {
    const member = await newMember();
    world.subscriptions.length = 0;
    // The guard's call fails, so it trusts the session; the cancellation's call succeeds.
    faults.set("subscriptions", { kind: "status", status: 500 }, 2);
    expect(await press(member, 8, "cancel")).toMatchObject({
      status: 404,
      body: { message: "Cant find subscription id or firebase uid" },
    });
  });

  test("the owner is unknown: the page says that it was not done", async () => {
    const member = await newMember();
    faults.set("subscriptions", { kind: "reset" });
    expect(await press(member, 8, "cancel")).toMatchObject({
      status: 503,
      body: { cancellation: "not-done" },
    });
    expect(world.calls.filter(({ system }) => system === "billing")).toEqual([]);
  });
});
