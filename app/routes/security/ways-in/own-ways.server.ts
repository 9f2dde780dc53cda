import { type AccountWays, waysOf } from "~/clients/account-ways.server";
import { isGoogleOffered } from "~/clients/google.server";
import { timeZoneOf } from "~/clients/settings.server";
import { withoutWaiting } from "~/clients/upstream.server";
import { formatDayIn } from "~/domain/dates";

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
