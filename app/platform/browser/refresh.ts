/**
 * On pages without React, which those in other languages than English are, too: follows the refresh that the page gives
 * browsers without scripts (`<noscript><meta http-equiv="refresh" content="2.5; url=/next">`). A refresh of the same
 * page asks for it in the background, and loads it once it has no refresh any more: what is typed stays, and the focus.
 * Stops when the reader sends a form or follows a link first.
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

/** @param next undefined: this page, once it has no refresh any more */
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
  // The back-forward cache restores the page as it was left.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    leave();
    isLeft = false;
    wait();
  });
  wait();
}

/** Whether the page at this address still has a refresh. While it cannot be had, it counts as if it had one. */
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
