import { type AccountState, accountByUid } from "~/features/account/identity.server";
import { timeZoneOf } from "~/features/account/settings.server";
import { isRecent } from "~/features/ways-in/add-passkey.server";
import { passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { maxPasskeys } from "~/features/ways-in/rules/passkeys";
import { passkeyNameFor } from "~/features/ways-in/rules/way-in";
import { type ListedPasskey, passkeysOf } from "~/features/ways-in/store/passkeys.server";
import type { Subscriber } from "~/platform/session/session.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { formatDayIn } from "~/platform/values/dates";

/** For the passkeys' section. @returns undefined where there are no passkeys: no section is shown */
export async function ownPasskeys(subscriber: Subscriber, userAgent: string) {
  if (!passkeysHere) return undefined;
  const { uid } = subscriber;
  const [listed, account, timeZone] = await Promise.all([
    withoutWaiting<ListedPasskey[] | undefined>("firestore", passkeysOf(uid), undefined),
    withoutWaiting<AccountState | undefined>("identity", accountByUid(uid), undefined),
    withoutWaiting("firestore", timeZoneOf(uid), null),
  ]);
  const isProven = account?.emailVerified === true;
  return {
    origin: passkeysHere.origin,
    mayAdd: isRecent(subscriber),
    isFull: listed !== undefined && listed.length >= maxPasskeys,
    suggestedName: passkeyNameFor(userAgent),
    /** Undefined while Firestore is down. */
    listed: listed?.map((one) => shown(one, { isProven, timeZone })),
  };
}

interface Circumstances {
  /** Whether the account's address is known to be the owner's. */
  isProven: boolean;
  timeZone: string | null;
}

function shown({ key, passkey }: ListedPasskey, { isProven, timeZone }: Circumstances) {
  if (!passkey) return { key, name: undefined };
  const day = (at: number | null) => (at === null ? undefined : formatDayIn(at, timeZone));
  const { name, backedUp, createdAt, lastUsedAt, suspectAt } = passkey;
  return {
    key,
    name,
    backedUp,
    createdOn: day(createdAt),
    usedOn: day(lastUsedAt),
    suspectSince: day(suspectAt),
    isUnconfirmed: isProven && !passkey.isProven,
  };
}

export type ShownPasskey = ReturnType<typeof shown>;
