import { accountByUidNow, markProven } from "~/features/account/identity.server";
import {
  type ProvenAddress,
  provenAddressEntries,
} from "~/features/ways-in/store/proven-addresses.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { isSameAddress } from "~/platform/values/mail-address";

/** An address that was proven by a mailed link while the identity provider did not take it (`proveAddress`). */
export const provenAddresses: OutboxKind<ProvenAddress, Record<never, never>, never> = {
  ...provenAddressEntries,
  concurrency: 2,
  rate: { max: 10, duration: 1_000 },
  handle: mark,
};

type Marking = Run<ProvenAddress, Record<never, never>, never>;
type Marked = Verdict<ProvenAddress, Record<never, never>, never>;

async function mark({ entry }: Marking): Promise<Marked> {
  const { uid, email } = entry.payload;
  const account = await accountByUidNow(uid);
  // Nobody has proven the address that it has now.
  if (!account || !isSameAddress(account.email, email)) return { end: "declined" };
  if (account.emailVerified || (await markProven(uid))) return { end: "done" };
  return { end: "again", reason: "identity: a proven address was not taken" };
}
