import { beginSession } from "~/platform/session/session.server";
import { inFirestore } from "~/platform/store/firestore.server";
import { sandbox } from "./outside.ts";

export interface Member {
  /** The id of the main subscription. */
  id: string;
  uid: string;
  email: string;
  cookie: string;
}

interface MemberOptions {
  /** Without a dash it speaks billing's `rec` dialect. */
  idPrefix?: string;
  planCode?: string;
  status?: "active" | "canceled" | "expired";
  country?: string;
  /** Days since the subscription started. */
  days?: number;
}

/** Creates and signs in a new subscriber, so that stored data cannot collide with that of other tests. */
export async function newMember({
  idPrefix = "sub-",
  planCode = "ig_weekly_trial",
  status = "active",
  country,
  days = 40,
}: MemberOptions = {}): Promise<Member> {
  const unique = crypto.randomUUID().replaceAll("-", "");
  const id = idPrefix + unique;
  const uid = `uid-${unique}`;
  const email = `${unique}@example.com`;
  const startedAt = new Date(Date.now() - days * 86_400_000);
  const bundle = "profile-analyzer";
  sandbox.world.subscriptions.push({
    id,
    bundle,
    planCode,
    status,
    mainPlan: true,
    startedAt,
    emails: [email],
    uid,
    ...(country !== undefined && { country }),
  });
  sandbox.world.accounts.set(uid, {
    uid,
    email,
    password: "member-pass",
    disabled: false,
    createdAt: Date.now(),
    validSince: 0,
  });
  const { cookie } = await beginSession({ uid, email, validSince: 0 });
  return { id, uid, email, cookie: cookie.split(";", 1)[0] ?? "" };
}

/** From now on the service finds the subscription by its addresses, but says none of them. */
export function sayNoAddress({ id }: Pick<Member, "id">): void {
  const found = sandbox.world.subscriptionById(id);
  if (!found) throw new Error("no subscription");
  found.emails = Object.assign([...found.emails], { toJSON: () => [] });
}

/** Makes a stored cancellation due, as if its back-off had ended or its lease had expired. */
export async function makeDue(subscriptionId: string): Promise<void> {
  await inFirestore("write", async (database) => {
    await database
      .collection("cancellationIntents")
      .doc(subscriptionId)
      .update({ dueAt: 1, leaseUntil: 1 });
  });
}
