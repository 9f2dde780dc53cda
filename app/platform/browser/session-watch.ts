import { hookSelector, hookValue } from "../values/script-hooks.ts";

/** Milliseconds between two checks (docs/product.md#session). */
const checkInterval = 10_000;

/**
 * Goes to sign-in when the session has expired; sign-in leads back to this page.
 * @param signIn its address in the page's language
 */
export function watchSession(signIn = "/sign-in"): void {
  const left = hookValue(document.querySelector(hookSelector("session-left")), "session-left");
  if (left === undefined) return;
  const end = Date.now() + Number(left);
  const check = () => {
    if (Date.now() < end) return;
    stop();
    const redirectTo = location.pathname + location.search;
    const query = new URLSearchParams({ ended: "1", redirectTo });
    location.assign(`${signIn}?${query}`);
  };
  const timer = setInterval(check, checkInterval);
  document.addEventListener("visibilitychange", check);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", check);
  };
}
