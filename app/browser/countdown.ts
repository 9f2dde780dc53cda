import { countdownParts } from "../domain/countdown.ts";

/** Counts down from the milliseconds that the server rendered into the page's bar, and hides the bar at zero. */
export function startCountdown(): () => void {
  const bar = document.querySelector<HTMLElement>("[data-countdown]");
  const text = bar?.querySelector("[data-countdown-text]");
  if (!bar || !text) return () => {};
  const end = Date.now() + Number(bar.dataset.countdown);
  const timer = setInterval(() => {
    const timeLeft = end - Date.now();
    if (timeLeft <= 0) {
      bar.hidden = true;
      clearInterval(timer);
    } else text.textContent = countdownParts(timeLeft).join(", ");
  }, 1_000);
  return () => clearInterval(timer);
}
