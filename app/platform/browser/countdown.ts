import { countdownParts } from "../values/countdown.ts";
import { hookSelector, hookValue } from "../values/script-hooks.ts";

/** Counts down from the milliseconds that the server rendered into the page's bar, and hides the bar at zero. */
export function startCountdown(): () => void {
  const bar = document.querySelector<HTMLElement>(hookSelector("countdown"));
  const text = bar?.querySelector(hookSelector("countdown-text"));
  if (!bar || !text) return () => {};
  const end = Date.now() + Number(hookValue(bar, "countdown"));
  const inWords = wordsIn(document.documentElement.lang);
  const timer = setInterval(() => {
    const timeLeft = end - Date.now();
    if (timeLeft <= 0) {
      bar.hidden = true;
      clearInterval(timer);
    } else text.textContent = inWords(timeLeft);
  }, 1_000);
  return () => clearInterval(timer);
}

/** The words of other languages are the server's alone, but the browser has those for units of time. */
function wordsIn(language: string): (milliseconds: number) => string {
  if (language === "en") return (milliseconds) => countdownParts(milliseconds).join(", ");
  const locale = `${language}-u-nu-latn`;
  const list = new Intl.ListFormat(locale, { type: "unit", style: "short" });
  const inWords = (count: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
  return (milliseconds) => list.format(countdownParts(milliseconds, inWords));
}
