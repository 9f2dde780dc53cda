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

// Only where it comes near: a browser's first look at its time zone takes a slow phone 80 ms.
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
  // Who jumps to it by keyboard is there before it was seen to come near.
  select.addEventListener("focus", () => guessTimeZone(select), { once: true });
}
