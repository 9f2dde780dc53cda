import { hookSelector } from "../domain/script-hooks.ts";

/**
 * On the page of a mailed link: takes the token out of the visible address, and presses the page's one
 * button as soon as somebody looks at it.
 */
export function followMailedLink(): void {
  const page = document.querySelector(hookSelector("mailed-link"));
  if (!page) return;
  if (location.search) history.replaceState(null, "", location.pathname);
  const form = page.querySelector<HTMLFormElement>(`form${hookSelector("by-itself")}`);
  if (!form) return;
  const press = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", press);
    form.requestSubmit();
  };
  document.addEventListener("visibilitychange", press);
  press();
}
