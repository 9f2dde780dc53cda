import "#tests/setup/mail";
import { afterEach, vi } from "vitest";
import type { Member } from "#tests/setup/member";
import { sandbox } from "#tests/setup/outside";
import { cancellationKeyOf } from "~/features/leaving/services/cancellation-key.server";
import type { CancellationWish } from "~/features/leaving/services/cancellation-wish.server";
import { cancellations } from "~/features/leaving/services/outbox/cancellation.server";
import { flushEvents } from "~/features/tracking/events.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { backgroundSettled } from "~/platform/work/background.server";

export const { world, faults } = sandbox;

afterEach(async () => {
  faults.clear();
  await backgroundSettled();
  vi.useRealTimers();
});

export function wishFor({ id, email, uid }: Member): CancellationWish {
  const pressedAt = Date.now();
  const order = { brand: "default", email, uid } as const;
  return { subscriptionId: id, order, pressedAt, key: cancellationKeyOf(id, pressedAt) };
}

/** Other files share the database, so each delivers its own only. */
export const deliverDue = (id: string) => runEntry(cancellations, id);

export const effects = (id: string) =>
  world.effectsOf("cancel").filter(({ payload }) => payload.subscription_id === id);
export const billingCalls = (id: string) =>
  world.calls.filter(({ system, body }) => system === "billing" && body.includes(id));
export const letters = (to: string) =>
  world.mails.filter((mail) => mail.to.includes(to)).map(({ subject }) => subject);
export async function eventNames() {
  await flushEvents();
  return world.events.map(({ body }) => (body as { event: string }).event);
}

export const canceledLetter = "Your membership has been canceled";
export const receivedLetter = "We have your cancellation";
