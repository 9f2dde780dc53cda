import { hookSelector } from "../values/script-hooks.ts";

/** Chooses the browser's time zone where none is chosen yet. The person sees it before they send the form. */
function guessTimeZone(): void {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const selects = document.querySelectorAll<HTMLSelectElement>(
    `select${hookSelector("time-zone-guess")}`,
  );
  for (const select of selects) {
    if (select.value !== "" || !timeZone) continue;
    // A browser may spell it otherwise than the server, which knows both spellings.
    if (![...select.options].some(({ value }) => value === timeZone))
      select.append(new Option(timeZone.replaceAll("_", " "), timeZone));
    select.value = timeZone;
  }
}

guessTimeZone();
