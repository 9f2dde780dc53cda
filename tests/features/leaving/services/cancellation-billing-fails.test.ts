import "#tests/setup/mail";
import { describe, expect, test } from "vitest";
import type { Fault } from "#sandbox/faults.ts";
import {
  billingCalls,
  canceledLetter,
  deliverDue,
  effects,
  eventNames,
  faults,
  letters,
  receivedLetter,
  wishFor,
  world,
} from "#tests/setup/cancellations";
import { few } from "#tests/setup/cases";
import { makeDue, newMember } from "#tests/setup/member";
import { stopwatch } from "#tests/setup/stopwatch";
import { cancellationOf, cancelOwn } from "~/features/leaving/cancellation.server";
import { keepWish, wishOf } from "~/features/leaving/services/cancellation-wish.server";
import { backgroundSettled } from "~/platform/work/background.server";

describe("billing fails: the cancellation is stored and retried until billing answers", () => {
  const unanswered: [string, Fault, string][] = [
    ["hangs", { kind: "hang" }, "cancel_request_error"],
    ["breaks the connection", { kind: "reset" }, "cancel_request_error"],
    ["cancels, but its answer is lost", { kind: "lost-answer" }, "cancel_request_error"],
    ["answers with truncated JSON", { kind: "malformed" }, "cancel_unknown_response"],
    ["answers with JSON of another shape", { kind: "wrong-shape" }, "cancel_unknown_response"],
    ["redirects", { kind: "redirect" }, "cancel_request_error"],
  ];
  test.each(few(unanswered, 2))("billing %s", async (_, fault, event) => {
    const member = await newMember();
    faults.set("billing", fault);
    const waited = stopwatch();
    expect(await cancelOwn(member, "test")).toEqual({ outcome: "received" });
    expect(waited()).toBeLessThan(4_000);
    expect(await cancellationOf({ id: member.id })).toBe("waiting");
    await backgroundSettled();
    expect(letters(member.email)).toEqual([receivedLetter]);
    expect(await eventNames()).toEqual(["cancel_click", event]);

    faults.clear();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
    expect(letters(member.email)).toEqual([receivedLetter, canceledLetter]);
    expect(await cancellationOf({ id: member.id })).toBe("just-confirmed");
    expect(world.trapped).toEqual([]);
  });

  test.each(few([400, 429, 500], 2))("billing answers an error with status %i", async (status) => {
    const member = await newMember();
    faults.set("billing", { kind: "status", status });
    expect(await cancelOwn(member, "test")).toEqual({
      outcome: "declined",
      message: `The sandbox answers ${status}`,
      kept: true,
    });
    expect(await eventNames()).toEqual(["cancel_click", "cancel_error"]);
    faults.clear();
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(effects(member.id)).toHaveLength(1);
  });

  test("a refusal counts as confirmed if the subscription has already ended", async () => {
    const member = await newMember();
    await keepWish(wishFor(member));
    const subscription = world.subscriptionById(member.id);
    if (subscription) subscription.status = "expired";
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(await wishOf(member.id)).toMatchObject({
      progress: { confirmedAt: expect.any(Number) },
    });
    expect(effects(member.id)).toEqual([]);
  });

  test("every retry sends the same idempotency key and payload", async () => {
    const member = await newMember();
    faults.set("billing", { kind: "lost-answer" }, 1);
    await cancelOwn(member, "test");
    await backgroundSettled();
    await makeDue(member.id);
    await deliverDue(member.id);
    const calls = billingCalls(member.id);
    expect(calls).toHaveLength(2);
    expect(new Set(calls.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    expect(new Set(calls.map(({ body }) => body)).size).toBe(1);
    expect(effects(member.id)).toMatchObject([{ repeats: 1 }]);
  });

  test("a mail that could not be sent is sent later, once", async () => {
    const member = await newMember();
    faults.set("mail", { kind: "status", status: 421 });
    await cancelOwn(member, "test");
    await backgroundSettled();
    expect(letters(member.email)).toEqual([]);
    faults.clear();
    await makeDue(member.id);
    await deliverDue(member.id);
    await makeDue(member.id);
    await deliverDue(member.id);
    expect(letters(member.email)).toEqual([canceledLetter]);
    expect(billingCalls(member.id)).toHaveLength(1);
  });
});
