import { countdownParts } from "../domain/countdown.ts";
import { hookSelector, hookValue } from "../domain/script-hooks.ts";

/** Ticks the countdown bar of the page, from the milliseconds left that the server drew; hides it at zero. */
export function startCountdown(): () => void {
  const bar = document.querySelector<HTMLElement>(hookSelector("countdown"));
  const text = bar?.querySelector(hookSelector("countdown-text"));
  if (!bar || !text) return () => {};
  const end = Date.now() + Number(hookValue(bar, "countdown"));
  const timer = setInterval(() => {
    const left = end - Date.now();
    if (left <= 0) {
      bar.hidden = true;
      clearInterval(timer);
    } else text.textContent = countdownParts(left).join(", ");
  }, 1_000);
  return () => clearInterval(timer);
}
