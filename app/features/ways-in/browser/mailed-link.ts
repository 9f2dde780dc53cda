import { hookSelector } from "../../../platform/values/script-hooks.ts";

/**
 * On the page of a mailed link: removes the token from the visible address, and submits the page's form as soon
 * as the page is visible. A prefetched or background page submits nothing.
 */
export function followMailedLink(): void {
  const page = document.querySelector(hookSelector("mailed-link"));
  if (!page) return;
  if (location.search) history.replaceState(null, "", location.pathname);
  const form = page.querySelector<HTMLFormElement>(`form${hookSelector("by-itself")}`);
  if (!form) return;
  const submitIfVisible = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", submitIfVisible);
    form.requestSubmit();
  };
  document.addEventListener("visibilitychange", submitIfVisible);
  submitIfVisible();
}
