import { hookSelector } from "../values/script-hooks.ts";

/**
 * On pages without React, and on those that React only rendered: makes rendered dialogs modal, so that the focus does not go on
 * to what they cover. Escape follows the dialog's close link; of one that React rendered that is its first.
 */
export function openDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
    dialog.removeAttribute("open");
    dialog.showModal();
    dialog.querySelector<HTMLElement>("h1")?.focus();
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      dialog.querySelector<HTMLElement>(`${hookSelector("close")}, a[tabindex]`)?.click();
    });
  }
}
