/**
 * On pages without React, which those in other languages than English are, too: goes on in time by itself, as the page
 * tells browsers without scripts to (`<noscript><meta http-equiv="refresh" content="2.5; url=/next">`). Where it tells
 * them to ask for the same page again, asks unseen, and shows it once it waits no more: what is typed stays, and the
 * focus. Whoever goes on themselves is not overtaken.
 */
export function goOnInTime(): void {
  for (const { textContent } of document.querySelectorAll("noscript")) {
    const refresh = refreshIn(textContent ?? "");
    const [, seconds, next] = /^([\d.]+)(?:; ?url=(.+))?$/.exec(refresh?.content ?? "") ?? [];
    if (seconds === undefined) continue;
    const address = next ?? location.pathname + location.search;
    const look = async () => {
      if (next || !(await waits(address).catch(() => true))) return location.replace(address);
      later();
    };
    const later = () => {
      timer = setTimeout(look, Number(seconds) * 1_000);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    later();
    const leave = () => clearTimeout(timer);
    addEventListener("submit", (event) => event.defaultPrevented || leave());
    addEventListener("click", ({ target }) => (target as Element).closest("a[href]") && leave());
  }
}

const refreshIn = (html: string) =>
  new DOMParser()
    .parseFromString(html, "text/html")
    .querySelector<HTMLMetaElement>("meta[http-equiv=refresh]");

/** Whether the page at this address still tells browsers to ask again. */
async function waits(address: string): Promise<boolean> {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  return !answer.redirected && (await answer.text()).includes('http-equiv="refresh"');
}
