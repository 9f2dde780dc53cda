import { hookSelector } from "../values/script-hooks.ts";

/** On pages without React: makes rendered dialogs modal. Escape follows the dialog's close link. */
export function openDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>(
    `dialog${hookSelector("modal")}`,
  )) {
    dialog.removeAttribute("open");
    dialog.showModal();
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      dialog.querySelector<HTMLElement>(hookSelector("close"))?.click();
    });
  }
}
