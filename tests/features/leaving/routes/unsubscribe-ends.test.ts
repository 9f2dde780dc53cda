import "#tests/setup/mail";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { everyCase, few } from "#tests/setup/cases";
import { type Member, newMember } from "#tests/setup/member";
import { hideProducts } from "#tests/setup/purchases";
import {
  address,
  faults,
  openStep,
  press,
  redirected,
  saveAnswers,
  world,
} from "#tests/setup/unsubscribe";
import { visibleText } from "#tests/setup/visible-text";
import { env } from "~/env.server";
import { keepUnkept } from "~/features/leaving/declarations.server";
import { answersOf } from "~/features/leaving/store/unsubscribe-answers.server";
import { purchases } from "~/features/purchases/services/outbox/purchase-order.server";
import { log } from "~/platform/monitoring/log.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { beginSession } from "~/platform/session/session.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

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
      { timeout: 20_000 },
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

  const plans = [
    [3, "premiumOneMonth"],
    [7, "giftOneMonth"],
  ] as const;
  test.each(few(plans, 1))(
    "step %i says what became of an order of %s that waited",
    async (number, product) => {
      const member = await newMember();
      await saveAnswers(member, number, { select: "other", feedback: "Fine" });
      faults.set("billing", { kind: "reset" }, 1);
      expect(await press(member, number, "accept")).toMatchObject({ status: 202 });
      const told = (message: string) => ({ body: { told: { message } } });
      const words = expect.stringMatching(/^Billing has not answered yet/);
      expect(await openStep(member, number)).toMatchObject(told(words));
      faults.set("billing", { kind: "status", status: 402 });
      const document = (await firestore()).doc(`purchaseIntents/${member.uid}_${product}`);
      await document.update({ dueAt: 1 });
      await runEntry(purchases, document.id);
      expect(await openStep(member, number)).toMatchObject(told("The sandbox answers 402"));
      const page = await visit(address(number), { cookie: member.cookie });
      expect(visibleText(await page.text())).toContain("The sandbox answers 402");
    },
  );

  test.each(plans)(
    "step %i leads to its success where an order of %s that waited has gone through",
    async (number, product) => {
      const member = await newMember();
      await saveAnswers(member, number, { select: "other", feedback: "Fine" });
      faults.set("billing", { kind: "reset" }, 1);
      expect(await press(member, number, "accept")).toMatchObject({ status: 202 });
      expect(await openStep(member, "updated")).toMatchObject(redirected(address(0)));
      const document = (await firestore()).doc(`purchaseIntents/${member.uid}_${product}`);
      await document.update({ dueAt: 1 });
      await runEntry(purchases, document.id);
      expect(await openStep(member, number)).toMatchObject(redirected(address("updated")));
      expect(await press(member, number, "accept")).toMatchObject(redirected(address("updated")));
      expect(await openStep(member, "updated")).toMatchObject({ status: 200 });
      expect(world.effectsOf("create")).toHaveLength(1);
    },
  );

  test("a step goes on to the next while the service does not show the plan that was bought", async () => {
    const member = await newMember();
    await saveAnswers(member, 7, { select: "other", feedback: "Fine" });
    const hidden = hideProducts(member.uid);
    faults.set("billing", { kind: "reset" }, 1);
    await press(member, 7, "accept");
    const document = (await firestore()).doc(`purchaseIntents/${member.uid}_giftOneMonth`);
    await document.update({ dueAt: 1 });
    await runEntry(purchases, document.id);
    expect((await document.get()).data()).toMatchObject({ state: "done" });
    const message = expect.stringMatching(/^Your order has gone through\./);
    expect(await openStep(member, 7)).toMatchObject({ status: 200, body: { told: { message } } });
    expect(await openStep(member, "updated")).toMatchObject(redirected(address(0)));
    expect(await press(member, 7, "notInterested")).toMatchObject(redirected(address(8)));
    hidden.show();
  });

  test("the success page is not shown without a change", async () => {
    expect(await openStep(await newMember(), "updated")).toMatchObject(redirected(address(0)));
  });
});

describe("the cancellation", () => {
  const end = (member: Member) => openStep(member, "canceled");
  const title = "Your membership has been canceled";
  const promise = "A confirmation is on its way to your email. Thank you for being with us.";

  test("takes one press on step 8, which is always reachable", async () => {
    const member = await newMember();
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    expect(world.effectsOf("cancel")).toMatchObject([{ payload: { subscription_id: member.id } }]);
    expect(await end(member)).toMatchObject({ status: 200, body: { state: "canceled" } });
    expect(await openStep(member, 2)).toMatchObject({ body: { canceled: true } });
  });

  test("its page promises a confirmation as long as that can be on its way", async () => {
    const member = await newMember();
    await press(member, 8, "cancel");
    await backgroundSettled();
    const promised = { body: { title, texts: [expect.any(String), promise] } };
    expect(await end(member)).toMatchObject(promised);
    // Nobody knows, then.
    faults.set("firestore", { kind: "status", status: 500 });
    expect(await end(member)).toMatchObject(promised);
    faults.clear();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 3_600_000 });
    const { cookie } = await beginSession({ ...member, validSince: 0 });
    const later = { ...member, cookie: cookie.split(";", 1)[0] ?? "" };
    const body = { title, texts: [expect.stringMatching(/^It will not renew\./)] };
    expect(await end(later)).toMatchObject({ body });
    vi.useRealTimers();
  });

  test("billing does not answer: the page says that it is being completed, and the steps redirect there", async () => {
    const member = await newMember();
    faults.set("billing", { kind: everyCase ? "hang" : "reset" });
    expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
    expect(await end(member)).toMatchObject({ body: { state: "received" } });
    expect(await openStep(member, 0)).toMatchObject(redirected(address("canceled")));
  });

  test.runIf(everyCase)(
    "neither Firestore nor the mail server take it: the page promises no letter, and hands the proof over",
    async () => {
      const member = await newMember();
      await openStep(member, 8);
      faults.set("firestore", { kind: "hang" });
      faults.set("mail", { kind: "status", status: 451 });
      const answer = await visit(address(8), {
        method: "POST",
        cookie: member.cookie,
        body: new URLSearchParams({ press: "cancel" }),
      });
      const text = visibleText(await answer.text());
      faults.clear();
      expect(answer.status).toBe(200);
      expect(text).toContain("Your membership has been canceled");
      expect(text).not.toContain("on its way to your email");
      const [code = ""] = /eyJ[\w.-]{100,}/.exec(text) ?? [];
      expect(text).toContain(`send this code to ${env.SUPPORT_EMAIL}`);
      await backgroundSettled();
      expect(await keepUnkept(code)).toBe("was-kept");
    },
  );

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
    // Nothing was kept, so no letter comes.
    const body = { title, texts: [expect.stringMatching(/^It will not renew\./)] };
    expect(await end(member)).toMatchObject({ body });
  });
});

// Last, because these tests leave the breaker of the subscription service open.
describe("a membership that cannot be looked up", () => {
  test("no subscription id has its message", async () => {
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
