import { countdownParts } from "../values/countdown.ts";
import { hookSelector, hookValue } from "../values/script-hooks.ts";

/** Counts down from the milliseconds that the server rendered into the page's bar, and hides the bar at zero. */
export function startCountdown(): () => void {
  const bar = document.querySelector<HTMLElement>(hookSelector("countdown"));
  const text = bar?.querySelector(hookSelector("countdown-text"));
  if (!bar || !text) return () => {};
  const end = Date.now() + Number(hookValue(bar, "countdown"));
  // The words of other languages are the server's alone: there the text stays as it was written.
  const isEnglish = document.documentElement.lang === "en";
  const timer = setInterval(() => {
    const timeLeft = end - Date.now();
    if (timeLeft <= 0) {
      bar.hidden = true;
      clearInterval(timer);
    } else if (isEnglish) text.textContent = countdownParts(timeLeft).join(", ");
  }, 1_000);
  return () => clearInterval(timer);
}
