import { waysOf } from "~/features/account/account-ways.server";
import { accountByUid } from "~/features/account/identity.server";
import { timeZoneOf } from "~/features/account/settings.server";
import { isRecent } from "~/features/ways-in/add-passkey.server";
import { isOnOtherHost, passkeysHere } from "~/features/ways-in/passkeys-here.server";
import { maxPasskeys } from "~/features/ways-in/rules/passkeys";
import { browserInWords, passkeyNameFor, type WayIn } from "~/features/ways-in/rules/way-in";
import { isGoogleOffered } from "~/features/ways-in/store/google.server";
import { type ListedPasskey, passkeysOf } from "~/features/ways-in/store/passkeys.server";
import { signInsOf } from "~/features/ways-in/store/sign-ins.server";
import type { Subscriber } from "~/platform/session/session.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { formatDayIn, formatTimeIn, zoneWords } from "~/platform/values/dates";
import { sentences } from "~/platform/values/say";

// Each section loads beside the others and fails alone.

/** While Firestore is down, as for somebody who has chosen none. */
const zoneOf = (uid: string) => withoutWaiting("firestore", timeZoneOf(uid), null);

/** @returns undefined while the identity provider is down */
export async function ownWays(uid: string) {
  const [ways, timeZone] = await Promise.all([
    withoutWaiting("identity", waysOf(uid), undefined),
    zoneOf(uid),
  ]);
  if (!ways) return undefined;
  const { hasPassword, hasGoogle, passwordSetAt } = ways;
  const setOn = passwordSetAt === undefined ? undefined : formatDayIn(passwordSetAt, timeZone);
  // Where Google is not offered, a link that was made before is still shown.
  const google = hasGoogle ? ("linked" as const) : isGoogleOffered && ("offered" as const);
  return { hasPassword, google, setOn };
}

/** For the passkeys' section. @returns undefined where there are no passkeys: no section is shown */
export async function ownPasskeys(subscriber: Subscriber, request: Request) {
  if (!passkeysHere) return undefined;
  const { uid } = subscriber;
  const [listed, account, timeZone] = await Promise.all([
    withoutWaiting("firestore", passkeysOf(uid), undefined),
    withoutWaiting("identity", accountByUid(uid), undefined),
    zoneOf(uid),
  ]);
  const isProven = account?.emailVerified === true;
  return {
    origin: passkeysHere.origin,
    workElsewhere: isOnOtherHost(request),
    mayAdd: isRecent(subscriber),
    isFull: listed !== undefined && listed.length >= maxPasskeys,
    suggestedName: passkeyNameFor(request.headers.get("user-agent") ?? ""),
    /** Undefined while Firestore is down. */
    listed: listed?.map((one) => shownPasskey(one, isProven, timeZone)),
  };
}

/** @param isProven whether the account's address is known to be the owner's */
function shownPasskey({ key, passkey }: ListedPasskey, isProven: boolean, timeZone: string | null) {
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

export type ShownPasskey = ReturnType<typeof shownPasskey>;

const signedIn: Record<WayIn, string> = sentences({
  password: "With your password",
  google: "With Google",
  link: "By a link in an email",
  passkey: "With a passkey",
});

/** The last sign-ins. @returns undefined while Firestore is down */
export async function lastSignIns(uid: string) {
  const [records, timeZone] = await Promise.all([
    withoutWaiting("firestore", signInsOf(uid), undefined),
    zoneOf(uid),
  ]);
  if (!records) return undefined;
  const shown = records.map(({ at, way, browser }) => ({
    at: new Date(at).toISOString(),
    time: formatTimeIn(at, timeZone),
    way: signedIn[way],
    browser: browserInWords(browser),
    count: 1,
  }));
  const list: typeof shown = [];
  // Several of the same way and browser in the same minute are one line, which says how many they were.
  for (const one of shown) {
    const last = list.at(-1);
    if (last?.time === one.time && last.way === one.way && last.browser === one.browser)
      last.count += 1;
    else list.push(one);
  }
  return { zone: zoneWords(timeZone), list };
}
