import { hookSelector } from "../values/script-hooks.ts";

/** Chooses the browser's time zone where none is chosen yet. The person sees it before they send the form. */
function guessTimeZone(select: HTMLSelectElement): void {
  if (select.value !== "") return;
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  if (!timeZone) return;
  // A browser may spell it otherwise than the server, which knows both spellings.
  if (![...select.options].some(({ value }) => value === timeZone))
    select.append(new Option(timeZone.replaceAll("_", " "), timeZone));
  select.value = timeZone;
}

// Only when the field comes near the screen: the first look-up of the time zone takes 80 ms on a slow phone.
const near = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      guessTimeZone(target as HTMLSelectElement);
    }
  },
  { rootMargin: "100%" },
);
for (const select of document.querySelectorAll<HTMLSelectElement>(
  `select${hookSelector("time-zone-guess")}`,
)) {
  near.observe(select);
  // The keyboard can jump to the field before the observer reports it.
  select.addEventListener("focus", () => guessTimeZone(select), { once: true });
}
