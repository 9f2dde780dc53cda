import { hookSelector } from "../values/script-hooks.ts";

/**
 * On pages without React, which those in other languages than English are, too: makes rendered dialogs modal, with the
 * focus on their title or where they ask for it. Escape follows the dialog's close link.
 */
export function openDialogs(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]")) {
    const find = <E extends HTMLElement>(selector: string) => dialog.querySelector<E>(selector);
    // Where there are no modal dialogs, it stays the page.
    if (dialog.showModal) {
      dialog.removeAttribute("open");
      dialog.showModal();
    }
    (find("[autofocus]") ?? find("h1"))?.focus();
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      const close = find<HTMLAnchorElement>(hookSelector("close"));
      if (close) location.replace(close.href);
    });
  }
}

/**
 * On pages without React: after a dialog's page is closed, the focus is on the link that led there, or on the button of
 * the menu around it.
 */
export function returnFocus(): void {
  const linksTo = (path: string | undefined) =>
    [...document.links].filter(({ pathname }) => pathname === path);
  try {
    const [page, dialog, nth] = (sessionStorage.opener ?? "").split(" ");
    if (
      page === location.pathname &&
      // A link to the same path leads to the next page of a list, not to a dialog.
      page !== dialog &&
      document.referrer.split("?", 1)[0] === location.origin + dialog
    ) {
      const link = linksTo(dialog)[nth];
      (link?.closest("details")?.querySelector("summary") ?? link)?.focus();
    }
    addEventListener("click", ({ target }) => {
      const link = (target as Element).closest("a");
      if (link && !link.closest("dialog"))
        sessionStorage.opener = `${location.pathname} ${link.pathname} ${linksTo(link.pathname).indexOf(link)}`;
    });
  } catch {
    // The browser allows no storage.
  }
}

/** The header's menu closes on Escape, which moves the focus to its button, and when the focus or a press goes elsewhere. */
export function closeMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>("header details");
  if (!menu) return;
  addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
  const closeIfOutside = ({ target }: Event) => {
    if (target instanceof Node && !menu.contains(target)) menu.open = false;
  };
  addEventListener("pointerdown", closeIfOutside);
  addEventListener("focusin", closeIfOutside);
}
