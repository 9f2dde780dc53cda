import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Account, accountByUidNow, markProven } from "~/features/account/identity.server";
import { log } from "~/platform/monitoring/log.server";
import { untilSettled } from "~/platform/outbox/letter.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { day, hour } from "~/platform/values/durations";
import { isSameAddress } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

const payload = z.object({
  uid: z.string().min(1),
  /** The address that was proven. The account may have another one since. */
  email: z.string().min(1),
});
type ProvenAddress = z.output<typeof payload>;

/** An address that was proven by a mailed link, stored in `provenAddresses/{uid}` while the identity provider did not take it (`proveAddress`). */
export const provenAddresses: OutboxKind<ProvenAddress, Record<never, never>, never> = {
  name: "proven-address",
  collection: "provenAddresses",
  payload,
  progress: z.object({}),
  // Looking the account up takes up to 4 s, marking it 4 s, saving the result 5 s.
  lease: 20_000,
  backOff: { first: 10_000, most: hour },
  askPersonAfter: day,
  stopsThen: false,
  isErasedWhenSettled: true,
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

/**
 * Tells the identity provider that somebody has used a link that was mailed to the address of an account. Where it does
 * not take that, the operator is told, and the outbox makes up for it: until then the account counts as one that a stranger
 * may have made, and the owner's next mailed link would take their own password away. Never throws.
 */
export async function proveAddress({ uid, email }: Account): Promise<void> {
  if (await markProven(uid)) return;
  log.error("the provider did not take that an address is proven");
  const kept = () =>
    keepEntry(provenAddresses, uid, {
      isDone: () => false,
      canJoin: ({ state }) => state === "open",
      join: () => ({ payload: { uid, email } }),
      begin: () => ({
        key: randomUUID(),
        payload: { uid, email },
        progress: {},
        runsInBackground: true,
      }),
    });
  const keep = async () => (await unlessDown(kept)) !== undefined;
  if (await keep()) return;
  inBackground(
    "proven address",
    untilSettled(async () => (await markProven(uid)) || keep()).then((isSettled) => {
      if (!isSettled) log.error("that an address is proven was lost");
    }),
  );
}
