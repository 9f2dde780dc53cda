/** Going back or forward shows the page from its top (spec 2). */
export function startAtTop(): void {
  history.scrollRestoration = "manual";
  addEventListener("pageshow", (event) => {
    if (event.persisted) scrollTo(0, 0);
  });
}
