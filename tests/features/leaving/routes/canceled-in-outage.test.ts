import "#tests/setup/mail";
import { expect, test, vi } from "vitest";
import { visit } from "#tests/setup/app";
import { ask } from "#tests/setup/ask";
import { type Member, newMember } from "#tests/setup/member";
import { address, faults, openStep, press, redirected, world } from "#tests/setup/unsubscribe";
import { beginSession } from "~/platform/session/session.server";
import { backgroundSettled } from "~/platform/work/background.server";

const extraOf = ({ uid, email }: Member) => ({
  ...{ id: `${uid}-extra`, bundle: "profile-analyzer", planCode: "ig_course_otp" },
  ...{ status: "active" as const, mainPlan: false, startedAt: new Date(), emails: [email], uid },
});

test("the subscription service is down: it is carried out and shown, for as long as the outage lasts", async () => {
  const member = await newMember();
  world.subscriptions.push(extraOf(member));
  await openStep(member, 8);
  faults.set("subscriptions", { kind: "status", status: 500 });
  expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
  await backgroundSettled();
  expect(await openStep(member, "canceled")).toMatchObject({ body: { state: "canceled" } });
  expect(await press(member, 8, "cancel")).toMatchObject(redirected(address("canceled")));
  expect(world.effectsOf("cancel")).toHaveLength(1);
  const course = () => visit("/dashboard/course", { cookie: member.cookie });
  expect((await course()).status).toBe(200);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10 * 60_000 });
  const { cookie } = await beginSession({ ...member, validSince: 0 });
  const later = { ...member, cookie: cookie.split(";", 1)[0] ?? "" };
  expect(await openStep(later, "canceled")).toMatchObject({ body: { state: "canceled" } });
  const plan = await ask("/dashboard/my-plan", { cookie: later.cookie });
  expect(plan).toMatchObject({ body: { stale: true, plan: { state: "canceled" } } });
  expect(await press(later, 8, "cancel")).toMatchObject(redirected(address("canceled")));
  await backgroundSettled();
  expect(world.effectsOf("cancel")).toHaveLength(1);
  vi.useRealTimers();
});
