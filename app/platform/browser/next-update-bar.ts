import { countdownParts } from "../values/next-update.ts";
import { hookSelector, hookValue } from "../values/script-hooks.ts";

/**
 * Counts down from the milliseconds that the server rendered into the page's bar, and hides the bar at zero.
 * @param inWords by default, in English
 */
export function startCountdown(
  inWords = (timeLeft: number) => countdownParts(timeLeft).join(", "),
): void {
  const bar = document.querySelector<HTMLElement>(hookSelector("countdown"));
  const text = bar?.querySelector(hookSelector("countdown-text"));
  if (!bar || !text) return;
  const end = Date.now() + Number(hookValue(bar, "countdown"));
  const timer = setInterval(() => {
    const timeLeft = end - Date.now();
    if (timeLeft <= 0) {
      bar.hidden = true;
      clearInterval(timer);
    } else text.textContent = inWords(timeLeft);
  }, 1_000);
}
