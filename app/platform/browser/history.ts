/** Going back or forward shows the page from its top (docs/product.md#look). */
export function startAtTop(): void {
  history.scrollRestoration = "manual";
  addEventListener("pageshow", (event) => {
    if (event.persisted) scrollTo(0, 0);
  });
  // For steps in history within a page, as between its dialogs. A link to a part of the page fires this event, too, and
  // must lead there: its entry is not marked yet.
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

/** Takes away the `#_` that Instagram puts behind its answer: a browser keeps it across the redirect to this page. */
export function dropInstagramsFragment(): void {
  if (location.hash === "#_")
    history.replaceState(history.state, "", location.pathname + location.search);
}

/** Choosing a language leads back to the page that is shown. React may have changed it since the form was rendered. */
export function returnToShownPage(): void {
  document.addEventListener("submit", ({ target }) => {
    const { returnTo } = target as HTMLFormElement & { returnTo?: HTMLInputElement };
    if (returnTo) returnTo.value = location.pathname + location.search;
  });
}
