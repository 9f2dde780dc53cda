import "#tests/setup/mail";
import { describe, expect, test } from "vitest";
import { ask } from "#tests/setup/ask";
import { newMember } from "#tests/setup/member";
import { address, openStep, press, redirected, saveAnswers, world } from "#tests/setup/unsubscribe";
import { answersOf } from "~/features/leaving/store/unsubscribe-answers.server";

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
  test("show the price that the subscription service says", async () => {
    const member = await newMember();
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.price = { amount: "2.50", currency: "GBP" };
    await press(member, 0, "letGo");
    expect(await openStep(member, 2)).toMatchObject({ body: { plan: { cost: "£2.50" } } });
  });

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
        plan: { name: "Weekly Plan", cost: "$1", status: "Trial", period: "Every week" },
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
