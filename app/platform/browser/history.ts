/** Going back or forward shows the page from its top (docs/product.md#look). */
export function startAtTop(): void {
  history.scrollRestoration = "manual";
  addEventListener("pageshow", (event) => {
    if (event.persisted) scrollTo(0, 0);
  });
  // Within a page, as between its dialogs. Following a link to a part of the page is this event, too, and leads there: its
  // entry is not marked yet.
  markPart();
  addEventListener("popstate", () => {
    if (!markPart()) scrollTo(0, 0);
  });
}

/** @returns whether the entry in history is a part of the page that was not shown before */
function markPart(): boolean {
  if (!location.hash || history.state?.isShown) return false;
  history.replaceState({ ...history.state, isShown: true }, "");
  return true;
}

/** Takes away the `#_` that Instagram puts behind its answer: a browser carries it over to the page after it. */
export function dropInstagramsFragment(): void {
  if (location.hash === "#_")
    history.replaceState(history.state, "", location.pathname + location.search);
}

/** Who chooses a language stays on the page that is shown: React goes on, and the form was written for the page before. */
export function returnToShownPage(): void {
  document.addEventListener("submit", ({ target }) => {
    const { returnTo } = target as HTMLFormElement & { returnTo?: HTMLInputElement };
    if (returnTo) returnTo.value = location.pathname + location.search;
  });
}
