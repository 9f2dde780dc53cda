import { hookSelector, hookValue } from "../domain/script-hooks.ts";

/** Spec 9. */
const interval = 10_000;

/** Checks every 10 s whether the session is over, and then goes to sign-in, and from there back here. */
export function watchSession(): () => void {
  const left = hookValue(document.querySelector(hookSelector("session-left")), "session-left");
  if (left === undefined) return () => {};
  const end = Date.now() + Number(left);
  const check = () => {
    if (Date.now() < end) return;
    stop();
    const here = location.pathname + location.search;
    location.assign(`/sign-in?${new URLSearchParams({ ended: "1", redirectTo: here })}`);
  };
  const timer = setInterval(check, interval);
  document.addEventListener("visibilitychange", check);
  const stop = () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", check);
  };
  return stop;
}
