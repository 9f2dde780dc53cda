import { type AccountWays, waysOf } from "~/features/account/account-ways.server";
import { timeZoneOf } from "~/features/account/settings.server";
import { isGoogleOffered } from "~/features/ways-in/store/google.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { formatDayIn } from "~/platform/values/dates";

/** @returns undefined while the identity provider is down */
export async function ownWays(uid: string) {
  const [ways, timeZone] = await Promise.all([
    withoutWaiting<AccountWays | undefined>("identity", waysOf(uid), undefined),
    withoutWaiting("firestore", timeZoneOf(uid), null),
  ]);
  if (!ways) return undefined;
  const { hasPassword, hasGoogle, passwordSetAt } = ways;
  const setOn = passwordSetAt === null ? undefined : formatDayIn(passwordSetAt, timeZone);
  // Where Google is not offered, a link that was made before is still shown.
  const google = hasGoogle ? ("linked" as const) : isGoogleOffered && ("offered" as const);
  return { hasPassword, google, setOn };
}
