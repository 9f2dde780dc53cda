import { countdownParts } from "../domain/countdown.ts";

/** Ticks the countdown bar of the page, from the milliseconds left that the server drew; hides it at zero. */
export function startCountdown(): () => void {
  const bar = document.querySelector<HTMLElement>("[data-countdown]");
  const text = bar?.querySelector("[data-countdown-text]");
  if (!bar || !text) return () => {};
  const end = Date.now() + Number(bar.dataset.countdown);
  const timer = setInterval(() => {
    const left = end - Date.now();
    if (left <= 0) {
      bar.hidden = true;
      clearInterval(timer);
    } else text.textContent = countdownParts(left).join(", ");
  }, 1_000);
  return () => clearInterval(timer);
}
