/**
 * On pages without React, which those in other languages than English are, too: goes on in time by itself, as the page
 * tells browsers without scripts to (`<noscript><meta http-equiv="refresh" content="2.5; url=/next">`).
 */
export function goOnInTime(): void {
  for (const { textContent } of document.querySelectorAll("noscript")) {
    const unscripted = new DOMParser().parseFromString(textContent ?? "", "text/html");
    const refresh = unscripted.querySelector<HTMLMetaElement>("meta[http-equiv=refresh]");
    const [, seconds, next] = /^([\d.]+)(?:; ?url=(.+))?$/.exec(refresh?.content ?? "") ?? [];
    if (seconds === undefined) continue;
    const address = next ?? location.pathname + location.search;
    setTimeout(() => location.replace(address), Number(seconds) * 1_000);
  }
}
