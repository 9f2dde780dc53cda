import { createHash } from "node:crypto";
import { z } from "zod";
import { type Account, accountByUidNow } from "~/features/account/identity.server";
import { isRunning, type Subscription } from "~/features/account/subscription";
import { subscriptionById } from "~/features/account/subscriptions.server";
import { askToFinalize, finalizationKey } from "~/features/ways-in/services/finalization.server";
import { log } from "~/platform/monitoring/log.server";
import { carryOut, type OutboxKind, type Run, type Verdict } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { unlessDown, within } from "~/platform/upstream/upstream.server";
import { day } from "~/platform/values/durations";
import { isSameAddress } from "~/platform/values/mail-address";
import { inBackground } from "~/platform/work/background.server";

/** Plan code and address are looked up before each try: as long as they are the same, so are key and payload. */
const payload = z.object({
  uid: z.string().min(1),
  subscriptionId: z.string().min(1),
});
type Finalization = z.output<typeof payload>;

/** A subscription that billing is to tie to its owner's account, stored in `finalizations/{digest}` until it has answered. */
export const finalizations: OutboxKind<Finalization, Record<never, never>, never> = {
  name: "finalization",
  collection: "finalizations",
  payload,
  progress: z.object({}),
  // Looking the account and the subscription up takes up to 4 s, billing 4 s, saving the result 5 s.
  lease: 20_000,
  backOff: { first: 5_000, most: 600_000 },
  askPersonAfter: day,
  stopsThen: false,
  isErasedWhenSettled: true,
  concurrency: 10,
  rate: { max: 100, duration: 1_000 },
  handle: askAgain,
};

type Asking = Run<Finalization, Record<never, never>, never>;
type Asked = Verdict<Finalization, Record<never, never>, never>;

async function askAgain({ entry }: Asking): Promise<Asked> {
  const { uid, subscriptionId } = entry.payload;
  const [account, subscription] = await Promise.all([
    accountByUidNow(uid),
    subscriptionById(subscriptionId),
  ]);
  if (!account || !subscription || !isStillOwed(subscription, account)) return { end: "done" };
  if ((await askToFinalize(subscription, account)) === undefined) return { end: "done" };
  // Nobody waits for billing's words, which may name somebody. It knows the order by its key.
  const idempotencyKey = finalizationKey(subscription, account);
  log.error({ idempotencyKey }, "billing declined to tie a subscription to its account");
  return { end: "declined" };
}

/** Where the subscription has another address today, billing would take the account's for today's. */
const isStillOwed = (subscription: Subscription, { email }: Account) =>
  isRunning(subscription) && isSameAddress(subscription.emails.at(-1) ?? "", email);

/** Milliseconds that billing is not asked yet while it is kept. A slow Firestore keeps it later. */
const longestWait = 500;

/**
 * Ties a subscription to its owner's account (docs/product.md#account-creation). May be repeated. It is kept before billing
 * is asked, unless Firestore is down: where billing does not answer, or this process ends, the outbox asks again.
 * @returns billing's reason if it declines
 */
export async function finalize(
  subscription: Subscription,
  account: Account,
): Promise<string | undefined> {
  const kept = unlessDown(keep(subscription, account));
  await within(longestWait, kept);
  const answer = askToFinalize(subscription, account);
  const handle = async (): Promise<Asked> => ({
    end: (await answer) === undefined ? "done" : "declined",
  });
  inBackground(
    "finalization",
    kept.then(
      (found) => found?.claim && carryOut({ ...finalizations, handle }, found.claim).finished,
    ),
  );
  return answer;
}

function keep(subscription: Subscription, account: Account) {
  const wanted = {
    key: finalizationKey(subscription, account),
    payload: { uid: account.uid, subscriptionId: subscription.id },
  };
  const id = createHash("sha256").update(`${subscription.id} ${account.uid}`).digest("hex");
  return keepEntry(finalizations, id, {
    isDone: () => false,
    canJoin: ({ state }) => state === "open",
    // Whoever has it asks under the same key, and may be dead.
    takesOver: () => true,
    join: () => wanted,
    begin: () => ({ ...wanted, progress: {}, runsInBackground: true }),
    owner: account.uid,
  });
}
