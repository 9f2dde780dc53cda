import { hookSelector } from "../values/script-hooks.ts";

/**
 * On pages without React, which those in other languages than English are, too: makes rendered dialogs modal, with the
 * focus on their title or where they ask for it. Escape follows the dialog's close link.
 */
export function openDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
    const find = (selector: string) => dialog.querySelector<HTMLElement>(selector);
    dialog.removeAttribute("open");
    dialog.showModal();
    (find("[autofocus]") ?? find("h1"))?.focus();
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      find(`${hookSelector("close")}, a[aria-label]`)?.click();
    });
  }
}
