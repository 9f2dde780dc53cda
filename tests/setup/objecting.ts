import { vi } from "vitest";
import { world } from "#tests/setup/cancellations";
import { declare, hours } from "#tests/setup/declaring";
import { type Member, newMember } from "#tests/setup/member";
import { declarationsOf } from "~/features/leaving/declarations.server";
import { objectTo } from "~/features/leaving/services/objecting.server";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { openDeclarations } from "~/features/leaving/services/outbox/open-declaration/kind.server";
import { outboxKinds } from "~/outbox-kinds.server";
import { carryOutOrder } from "~/platform/outbox/operations.server";
import { runEntry } from "~/platform/outbox/runner.server";
import { entryName } from "~/platform/outbox/store/name.server";
import { firestore } from "~/platform/store/firebase.server";
import { backgroundSettled } from "~/platform/work/background.server";

/** What happens under an objection. */

export const days = 24 * hours;

export const statesOf = async ({ id }: Member) =>
  (await declarationsOf(id)).map(({ kind, state }) => `${kind} ${state}`);

/** A subscriber who has objected to a declaration of a stranger. */
export async function objector(more: Parameters<typeof newMember>[0] = {}): Promise<Member> {
  const member = await newMember({ planCode: "ig_premium_one_month", days: 3, ...more });
  await declare({ email: member.email });
  const [{ id = "" } = {}] = await declarationsOf(member.id);
  await objectTo({ subscriptionId: member.id, declaration: id });
  return member;
}

export const pass = (milliseconds: number) =>
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + milliseconds });

/** Resumed with billing. */
export function resume({ id }: Member): void {
  const subscription = world.subscriptionById(id);
  if (subscription) subscription.status = "active";
}

export const giveUp = ({ id }: Member) =>
  carryOutOrder(outboxKinds, {
    word: "give-up",
    name: entryName(openDeclarations.name, id),
    reason: "settled by phone",
  });

/** Looks up once more what had to wait for another: in the order in which it was declared, as its name is a random one. */
export async function lookUpAgain({ email }: Member): Promise<void> {
  const database = await firestore();
  const waiting = await database
    .collection("declarationForms")
    .where("payload.email", "==", email)
    .get();
  const declaredAt = (one: (typeof waiting.docs)[number]): number => one.get("payload.declaredAt");
  for (const { id, ref } of waiting.docs.toSorted((a, b) => declaredAt(a) - declaredAt(b))) {
    await ref.update({ dueAt: 1, leaseUntil: 0 });
    await runEntry(declarationForms, id);
    await backgroundSettled();
  }
}
