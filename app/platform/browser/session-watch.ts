import { hookSelector, hookValue } from "../values/script-hooks.ts";

/** Milliseconds between two checks (docs/product.md#session). */
const checkInterval = 10_000;

/**
 * Goes to sign-in when the session has expired; sign-in leads back to this page. Where the same subscriber
 * has signed in anew in another tab it stays, with what they have typed here.
 * @param signIn its address in the page's language
 */
export function watchSession(signIn = "/sign-in"): void {
  const value = hookValue(document.querySelector(hookSelector("session-left")), "session-left");
  if (!value) return;
  const [left, whose] = value.split(" ");
  let end = Date.now() + Number(left);
  const check = async () => {
    if (Date.now() < end) return;
    // Asked once at a time, and left once.
    end = Infinity;
    const redirectTo = location.pathname + location.search;
    try {
      const answer = await fetch(redirectTo, { redirect: "manual" });
      // The answer of a page says how long its session lasts, and whose it is. Of any other the end is NaN, which asks again.
      // Only a redirect, which the guard sends to sign-in, has the status 0.
      const [, more, owner = whose] = /session-left="(\d+) (\d+)/.exec(await answer.text()) ?? [];
      if (answer.status && owner === whose) end = Date.now() + Number(more);
      else location.assign(`${signIn}?ended=1&redirectTo=${encodeURIComponent(redirectTo)}`);
    } catch {
      end = 0;
    }
  };
  setInterval(check, checkInterval);
  document.addEventListener("visibilitychange", check);
}
