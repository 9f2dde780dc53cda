import { timeZoneOf } from "~/features/account/settings.server";
import { browserInWords, type WayIn } from "~/features/ways-in/rules/way-in";
import { type SignInRecord, signInsOf } from "~/features/ways-in/store/sign-ins.server";
import { withoutWaiting } from "~/platform/upstream/upstream.server";
import { formatTimeIn, zoneWords } from "~/platform/values/dates";
import { sentences } from "~/platform/values/say";

const words: Record<WayIn, string> = sentences({
  password: "With your password",
  google: "With Google",
  link: "By a link in an email",
  passkey: "With a passkey",
});

/** The last sign-ins as the page shows them. @returns undefined while Firestore is down */
export async function lastSignIns(uid: string) {
  const [records, timeZone] = await Promise.all([
    withoutWaiting<SignInRecord[] | undefined>("firestore", signInsOf(uid), undefined),
    withoutWaiting("firestore", timeZoneOf(uid), null),
  ]);
  if (!records) return undefined;
  return {
    zone: zoneWords(timeZone),
    list: inGroups(
      records.map(({ at, way, browser }) => ({
        at: new Date(at).toISOString(),
        time: formatTimeIn(at, timeZone),
        way: words[way],
        browser: browserInWords(browser),
      })),
    ),
  };
}

interface ShownSignIn {
  at: string;
  time: string;
  way: string;
  browser: string;
}

/** Several of the same way and browser in the same minute are one line, which says how many they were. */
function inGroups(signIns: readonly ShownSignIn[]) {
  const groups: (ShownSignIn & { count: number })[] = [];
  for (const one of signIns) {
    const last = groups.at(-1);
    if (last?.time === one.time && last.way === one.way && last.browser === one.browser)
      last.count += 1;
    else groups.push({ ...one, count: 1 });
  }
  return groups;
}
