/**
 * On pages without React, which those in other languages than English are, too: goes on in time by itself, as the page
 * tells browsers without scripts to (`<noscript><meta http-equiv="refresh" content="2.5; url=/next">`). Where it tells
 * them to ask for the same page again, asks unseen, and shows it once it waits no more: what is typed stays, and the
 * focus. Whoever goes on themselves is not overtaken.
 */
export function goOnInTime(): void {
  for (const { textContent } of document.querySelectorAll("noscript")) {
    const [, seconds, next] = /^([\d.]+)(?:; ?url=(.+))?$/.exec(refreshIn(textContent ?? "")) ?? [];
    if (seconds !== undefined) goOn(Number(seconds) * 1_000, next);
  }
}

const refreshIn = (html: string) =>
  new DOMParser()
    .parseFromString(html, "text/html")
    .querySelector<HTMLMetaElement>("meta[http-equiv=refresh]")?.content ?? "";

/** @param next by default, this page as soon as it waits no more */
function goOn(milliseconds: number, next: string | undefined): void {
  const address = next ?? location.pathname + location.search;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLeft = false;
  const wait = () => {
    timer = setTimeout(look, milliseconds);
  };
  const look = async () => {
    const waitsStill = next === undefined && (await waits(address).catch(() => true));
    if (isLeft) return;
    if (waitsStill) wait();
    else location.replace(address);
  };
  const leave = () => {
    isLeft = true;
    clearTimeout(timer);
  };
  addEventListener("submit", (event) => event.defaultPrevented || leave());
  addEventListener("click", (event) => leadsAway(event) && leave());
  // Who comes back by the browser's memory finds the page as it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    leave();
    isLeft = false;
    wait();
  });
  wait();
}

/** Whether the page at this address still tells browsers to ask again. One that cannot be had just now says nothing. */
async function waits(address: string): Promise<boolean> {
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (answer.status === 429 || answer.status >= 500) return true;
  return !answer.redirected && (await answer.text()).includes('http-equiv="refresh"');
}

/** Whether a click goes to another page in this tab. */
function leadsAway(event: MouseEvent): boolean {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  if (!link || event.defaultPrevented || link.target || link.origin !== location.origin)
    return false;
  const isOtherTab = event.ctrlKey || event.metaKey || event.shiftKey;
  return !isOtherTab && !link.getAttribute("href")?.startsWith("#");
}
