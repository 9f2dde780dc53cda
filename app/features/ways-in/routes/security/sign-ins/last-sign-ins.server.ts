import { timeZoneOf } from "~/features/account/settings.server";
import type { WayIn } from "~/features/ways-in/rules/way-in";
import { type SignInRecord, signInsOf } from "~/features/ways-in/store/sign-ins.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { formatTimeIn, zoneWords } from "~/platform/values/dates";

const words: Record<WayIn, string> = {
  password: "With your password",
  google: "With Google",
  link: "By a link in an email",
  passkey: "With a passkey",
};

/** The last sign-ins as the page shows them. @returns undefined while Firestore is down */
export async function lastSignIns(uid: string) {
  const [records, timeZone] = await Promise.all([
    withoutWaiting<SignInRecord[] | undefined>("firestore", signInsOf(uid), undefined),
    withoutWaiting("firestore", timeZoneOf(uid), null),
  ]);
  if (!records) return undefined;
  return {
    zone: zoneWords(timeZone),
    list: records.map(({ at, way, browser }) => ({
      at: new Date(at).toISOString(),
      time: formatTimeIn(at, timeZone),
      way: words[way],
      browser,
    })),
  };
}
