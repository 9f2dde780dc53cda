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

/** On pages without React: the header's menu closes on Escape, which gives its button the focus, and when focus or a press goes elsewhere. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("header details");
  if (!menu) return;
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  const goTo = ({ target }: Event) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  addEventListener("pointerdown", goTo);
  addEventListener("focusin", goTo);
}
