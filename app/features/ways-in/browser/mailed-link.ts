import { hookSelector } from "../../../platform/values/script-hooks.ts";

/**
 * On the page of a mailed link: removes the token from the visible address, and submits the page's form as soon
 * as the page is visible. A prefetched or background page submits nothing.
 */
export function followMailedLink(): void {
  const page = document.querySelector(hookSelector("mailed-link"));
  if (!page) return;
  if (location.search) history.replaceState(null, "", location.pathname);
  const button = page.querySelector<HTMLElement>(`${hookSelector("by-itself")} button`);
  if (!button) return;
  const submitIfVisible = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", submitIfVisible);
    button.click();
  };
  document.addEventListener("visibilitychange", submitIfVisible);
  submitIfVisible();
}
