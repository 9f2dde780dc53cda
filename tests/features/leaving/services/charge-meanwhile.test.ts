import "#tests/setup/mail";
import { describe, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { deliverDue, effects, faults, world } from "#tests/setup/cancellations";
import { everyCase, few } from "#tests/setup/cases";
import { declare, later } from "#tests/setup/declaring";
import { type Member, makeDue, newMember, sayNoAddress } from "#tests/setup/member";
import { resume } from "#tests/setup/objecting";
import { cancelByLink, cancelOwn } from "~/features/leaving/cancellation.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { signLinkToken } from "~/platform/tokens/link-token.server";
import { formatTime } from "~/platform/values/dates";
import { backgroundSettled } from "~/platform/work/background.server";

const hours = 3_600_000;
const days = 24 * hours;

const toSupport = (due = "is due") =>
  world.mails.filter(({ subject }) => subject === `A charge after a cancellation: money ${due}`);
const toSubscriber = ({ email }: Member, subject = "You get a charge back") =>
  world.mails.filter((mail) => mail.to.includes(email) && mail.subject === subject);

/** Billing fails from a press on until the clock has moved on. */
async function confirmedAfter(
  member: Member,
  milliseconds: number,
  press: () => Promise<unknown>,
): Promise<void> {
  faults.set("billing", { kind: "reset" });
  await press();
  await backgroundSettled();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });
  faults.clear("billing");
  await settled(member);
}

async function settled({ id }: Member): Promise<void> {
  await makeDue(id);
  await deliverDue(id);
  await backgroundSettled();
}

const byLink = async ({ id }: Member, how: "link" | "one-click" | "api") =>
  cancelByLink(await signLinkToken("cancellation", id), "test", how);

const ways: [string, (member: Member) => Promise<unknown>][] = [
  ["signed in", (member) => cancelOwn(member, "test")],
  ["the interface", (member) => cancelOwn(member, "test", { id: member.id, how: "api" })],
  ["a mailed link", (member) => byLink(member, "link")],
  ["one click", (member) => byLink(member, "one-click")],
  ["the link's interface", (member) => byLink(member, "api")],
];

describe("a term that begins between the wish and billing's confirmation", () => {
  test.each(ways.filter(([way]) => everyCase || ["signed in", "one click"].includes(way)))(
    "%s: the charge is told once, to the operator and to the subscriber",
    async (_, press) => {
      // Its week ends in two days.
      const member = await newMember();
      await confirmedAfter(member, 3 * days, () => press(member));
      expect(effects(member.id)).toHaveLength(1);
      expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
      expect(toSupport()[0]?.text).toContain(`Subscription: ${member.id}`);
      expect(toSupport()[0]?.text).toMatch(
        /Pay back what was charged after \w{3} \d+, \d{4}, [\d:]+/,
      );
      await settled(member);
      expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
    },
  );

  test.each(few(ways, 1))("%s: nothing is told where no term began", async (_, press) => {
    const member = await newMember();
    await confirmedAfter(member, 0.5 * days, () => press(member));
    expect(effects(member.id)).toHaveLength(1);
    expect([toSupport().length, toSubscriber(member).length]).toEqual([0, 0]);
  });

  test("billing confirms when it may have charged the next term: both are told once that it may have", async () => {
    const member = await newMember();
    await confirmedAfter(member, 1.5 * days, () => cancelOwn(member, "test"));
    await settled(member);
    expect(toSupport("may be due")).toHaveLength(1);
    expect(toSubscriber(member, "You may get a charge back")).toHaveLength(1);
    expect([toSupport().length, toSubscriber(member).length]).toEqual([0, 0]);
  });

  test.each(few([true, false], 1))(
    "canceled within the last day, the next term was due already (its end is shown: %s)",
    async (isShown) => {
      const member = await newMember({ days: 41.5 });
      const subscription = world.subscriptionById(member.id);
      if (subscription && isShown)
        subscription.endsAt = new Date(subscription.startedAt.getTime() + 49 * days);
      const before = toSupport().length + toSupport("may be due").length;
      await cancelOwn(member, "test");
      await settled(member);
      expect(effects(member.id)).toHaveLength(1);
      expect(toSupport().length + toSupport("may be due").length).toBe(before);
      const receipt = world.mails.find(({ to }) => to.includes(member.email));
      const end = (subscription?.startedAt.getTime() ?? 0) + 49 * days;
      expect(receipt?.text).toContain(`Ends on: ${formatTime(end)}`);
    },
  );

  test("a mail server that is down delays the telling, and the letter before it is sent once", async () => {
    const member = await newMember();
    faults.set("mail", { kind: "status", status: 451 });
    await confirmedAfter(member, 3 * days, () => cancelOwn(member, "test"));
    faults.clear("mail");
    await settled(member);
    await settled(member);
    expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
    expect(
      world.mails.filter(({ subject }) => subject === "Your membership has been canceled"),
    ).toHaveLength(1);
  });

  test("of a subscription that had ended by then, nothing was charged", async () => {
    const member = await newMember();
    const subscription = world.subscriptionById(member.id);
    await confirmedAfter(member, 3 * days, async () => {
      await cancelOwn(member, "test");
      if (!subscription) return;
      subscription.status = "canceled";
      subscription.endsAt = new Date(Date.now() + 2 * days);
    });
    expect([toSupport().length, toSubscriber(member).length]).toEqual([0, 0]);
  });

  test("ended elsewhere, of a plan that was canceled here before and resumed: it is told, too", async () => {
    const member = await newMember();
    await cancelOwn(member, "test");
    await backgroundSettled();
    resume(member);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * hours });
    await declare({ email: member.email });
    const subscription = world.subscriptionById(member.id);
    if (!subscription) throw new Error("it has no subscription");
    subscription.status = "canceled";
    // Its week, which ends in two days, was followed by another.
    subscription.endsAt = new Date(subscription.startedAt.getTime() + 49 * days);
    await later(3 * days, member);
    const declared = (await declarationsOf(member.id)).at(-1);
    expect(declared?.state).toBe("carried-out");
    expect(declared?.carriedOutAt).toBeGreaterThan(declared?.declaredAt ?? 0);
    expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
  });

  test("the public form: counted from the declaration, told once", async () => {
    // It is carried out at once: within 25 hours before its week ends.
    const member = await newMember({ days: 42 - 24.5 / 24 });
    await confirmedAfter(member, 3 * days, () =>
      visit("/cancel", {
        method: "POST",
        body: new URLSearchParams({ email: member.email }),
        redirect: "manual",
      }),
    );
    await runEntry(openDeclarations, member.id);
    expect(effects(member.id)).toHaveLength(1);
    expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
  });

  test("the public form, in the last days of a longer term than the plan's: nothing is told", async () => {
    // By its code it would renew 36 hours later.
    const member = await newMember({ days: 2 });
    const subscription = world.subscriptionById(member.id);
    if (!subscription) throw new Error("it has no subscription");
    subscription.renewsAt = new Date(Date.now() + 8.5 * days);
    await declare({ email: member.email });
    await later(24 * hours + 60_000, member);
    await settled(member);
    expect(effects(member.id)).toHaveLength(1);
    expect([...toSupport(), ...toSupport("may be due")]).toHaveLength(0);
    expect(toSubscriber(member)).toHaveLength(0);
  });

  test("a withdrawal: besides what is owed for it", async () => {
    const member = await newMember({ days: 5 });
    await confirmedAfter(member, 3 * days, () =>
      ask("/dashboard/unsubscribe/withdraw", { cookie: member.cookie, fields: {} }),
    );
    expect(
      world.mails.filter(({ subject }) => subject === "A withdrawal: money is due"),
    ).toHaveLength(1);
    expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
  });

  test("where the service says no address, it is told at the one that is known", async () => {
    const member = await newMember();
    sayNoAddress(member);
    await confirmedAfter(member, 3 * days, () => cancelOwn(member, "test"));
    expect([toSupport().length, toSubscriber(member).length]).toEqual([1, 1]);
  });
});
