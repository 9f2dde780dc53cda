import { hookSelector } from "../domain/script-hooks.ts";

/** Makes the open dialogs of pages without React modal; Escape follows the link that closes them. */
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
