import { timeZoneOf } from "~/clients/settings.server";
import { type SignInRecord, signInsOf } from "~/clients/sign-ins.server";
import { withoutWaiting } from "~/clients/upstream.server";
import { formatTimeIn, zoneWords } from "~/domain/dates";
import type { WayIn } from "~/domain/way-in";

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
