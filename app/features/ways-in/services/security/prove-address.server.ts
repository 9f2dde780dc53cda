import { type Account, markProven } from "~/features/account/identity.server";
import { keepProvenAddress } from "~/features/ways-in/store/proven-addresses.server";
import { log } from "~/platform/monitoring/log.server";
import { untilSettled } from "~/platform/outbox/letter.server";
import { unlessDown } from "~/platform/upstream/upstream.server";
import { inBackground } from "~/platform/work/background.server";

/**
 * Tells the identity provider that somebody has used a link that was mailed to the address of an account. Where it does
 * not take that, the operator is told, and the outbox makes up for it: until then the account counts as one that a stranger
 * may have made, and the owner's next mailed link would take their own password away. Never throws.
 */
export async function proveAddress(account: Account): Promise<void> {
  if (await markProven(account.uid)) return;
  log.error("the provider did not take that an address is proven");
  const { uid, email } = account;
  const keep = async () => (await unlessDown(keepProvenAddress({ uid, email }))) !== undefined;
  if (await keep()) return;
  inBackground(
    "proven address",
    untilSettled(async () => (await markProven(uid)) || keep()).then((isSettled) => {
      if (!isSettled) log.error("that an address is proven was lost");
    }),
  );
}
