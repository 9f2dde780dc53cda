import { cookieName, secureCookies } from "~/platform/session/session.server";
import { sentences } from "~/platform/values/say";

/** What a press has done, where the page that it leads to does not show it by itself. */
const results = sentences({
  hidden: "They are hidden.",
  shown: "They are in your lists again.",
  joined: "They count as one person.",
  parted: "They count as two people again.",
  "dealt-with": "The breach is marked as dealt with.",
  open: "The breach is marked as open.",
  "plan-kept": "Your plan goes on.",
  "price-agreed": "You have agreed to the new price.",
  "trial-agreed": "You have agreed to what your plan costs after the trial.",
  "changed-before": "This changed before your press. Here is how it stands now.",
  "time-zone": "Your time zone is saved.",
  computed: "Your growth is computed again.",
  "import-removed": "The export is removed.",
  reading: "We are reading your account.",
  "signed-out": "You are signed out.",
});

export type DoneByPress = keyof typeof results;

/** How the cookie's name and value begin. */
export const doneCookieStart = `${cookieName("done")}=`;
const cookie = (value: string, seconds: number) =>
  `${doneCookieStart}${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secureCookies ? "; Secure" : ""}`;

/** The Set-Cookie value of a redirect to the page that says it, once. */
export const doneCookie = (done: DoneByPress): string => cookie(done, 30);

/** What was done by the press that led here, and the Set-Cookie value that forgets it. */
export function doneBefore(request: Request): { said: string; headers: HeadersInit } | undefined {
  const header = request.headers.get("cookie") ?? "";
  const done = header
    .split("; ")
    .find((pair) => pair.startsWith(doneCookieStart))
    ?.slice(doneCookieStart.length);
  if (done === undefined || !Object.hasOwn(results, done)) return undefined;
  return { said: results[done as DoneByPress], headers: { "set-cookie": cookie("", 0) } };
}
