import "#tests/setup/mail";
import { afterEach, expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { canceledLetter, effects, faults, receivedLetter, world } from "#tests/setup/cancellations";
import { mailsTo } from "#tests/setup/declaring";
import { type Member, makeDue, newMember } from "#tests/setup/member";
import { expireSubscriptions } from "~/features/account/subscriptions.server";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { openDeclarationOf } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { beginSession } from "~/platform/session/session.server";
import { backgroundSettled } from "~/platform/work/background.server";

afterEach(() => vi.useRealTimers());

/** Signed in anew, as the clock has moved on. */
async function cookieOf({ uid, email }: Member): Promise<string> {
  const session = await beginSession({ uid, email, validSince: 0 });
  return session.cookie.split(";", 1)[0] ?? "";
}
async function press(member: Member, page: string, fields: Record<string, string>): Promise<void> {
  await ask(`/dashboard/unsubscribe/${page}`, { cookie: await cookieOf(member), fields });
  await backgroundSettled();
}
const withdraw = (member: Member) => press(member, "withdraw", {});
const end = async (member: Member) =>
  (await ask("/dashboard/unsubscribe/canceled", { cookie: await cookieOf(member) })).body;

async function declare({ email }: Member, path = "/cancel"): Promise<void> {
  const body = new URLSearchParams({ email, press: "confirm" });
  await visit(path, { method: "POST", body, redirect: "manual" });
  await backgroundSettled();
}

const states = async ({ id }: Member) =>
  (await declarationsOf(id)).map(({ kind, how, state }) => [kind, how, state]);

/** The subscriber has the subscription resumed, or the subscription service does not show its end yet. */
async function showActive({ id, uid }: Member): Promise<void> {
  const subscription = world.subscriptionById(id);
  if (subscription) subscription.status = "active";
  await expireSubscriptions(uid);
}

const withdrawn = ["withdraw", "signed-in", "carried-out"];

test.for(["of a running plan", "while a cancellation is under way"])(
  "no letter about a withdrawal %s says that the access stays",
  async (when) => {
    const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
    if (when !== "of a running plan") {
      faults.set("billing", { kind: "status", status: 500 });
      await press(member, "8", { press: "cancel" });
      faults.clear();
    }
    await withdraw(member);
    await makeDue(member.id);
    const sent = mailsTo(member.email).filter(({ subject }) => subject !== receivedLetter);
    expect(sent.map(({ subject }) => subject).sort()).toEqual([
      "We have your withdrawal",
      canceledLetter,
    ]);
    for (const { text } of sent) {
      expect(text).toContain("paid back");
      expect(text).not.toContain("You keep your access");
    }
  },
);

test("a cancellation after a resumed subscription is one of its own", async () => {
  const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
  await withdraw(member);
  await showActive(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 660_000 });
  await declare(member);
  expect(await states(member)).toEqual([withdrawn, ["cancel", "public", "open"]]);
  expect(await openDeclarationOf(member.id)).toMatchObject({
    payload: { declared: { kind: "cancel" }, atOnce: false },
  });
});

test("who resumes and cancels later reads of that, and no more of the withdrawal", async () => {
  const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
  await withdraw(member);
  expect(await end(member)).toMatchObject({ state: "withdrawn" });
  await showActive(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 660_000 });
  await press(member, "8", { press: "cancel" });
  expect(await end(member)).toMatchObject({ state: "canceled" });
});

test("so is another withdrawal, signed in", async () => {
  const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
  await withdraw(member);
  await showActive(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 660_000 });
  await withdraw(member);
  expect(await states(member)).toEqual([withdrawn, withdrawn]);
  expect(effects(member.id)).toHaveLength(2);
});

test("while the service still shows it as active, it is the same", async () => {
  const member = await newMember({ country: "DE", days: 3, planCode: "ig_premium_one_month" });
  await withdraw(member);
  await showActive(member);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 540_000 });
  await declare(member, "/withdraw");
  await withdraw(member);
  expect(await states(member)).toEqual([withdrawn, ["withdraw", "public", "same"]]);
  expect(effects(member.id)).toHaveLength(1);
});
