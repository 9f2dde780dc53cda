import { Link, useNavigate } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { scriptHook } from "~/platform/values/script-hooks";
import { NamedIcon } from "./icons.tsx";
import { skipTarget } from "./skip-link.tsx";

interface DialogProps {
  title: string;
  /** The page below the dialog, which closing leads to. */
  closeTo: string;
  children: ReactNode;
  /** `panel` covers the whole screen on phones; `wide-panel` also has room for two columns on a desktop. */
  shape?: keyof typeof shapes;
  /** An illustration or icon above the title. */
  art?: ReactNode;
}

const panel = "min-h-dvh sm:my-auto sm:min-h-0 sm:rounded-3xl";
const shapes = {
  sheet: "mt-auto rounded-t-3xl sm:my-auto sm:rounded-3xl",
  panel,
  "wide-panel": `${panel} lg:max-w-4xl`,
};

/**
 * A dialog with its own address. The server renders it open. After hydration it becomes modal: its title gets the
 * focus, the focus stays inside, Escape leads to `closeTo`, and closing restores the focus. Without JavaScript, or where
 * a browser has no modal dialogs, it is the page.
 */
export function Dialog({ title, closeTo, children, shape = "sheet", art }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigate = useNavigate();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const focused = document.activeElement;
    // The server rendered the dialog, and the subscriber may already use it before hydration.
    const inUse = element.contains(focused);
    if (element.showModal) {
      element.removeAttribute("open");
      element.showModal();
    }
    focusIfPossible(inUse ? focused : heading.current);
    return () => {
      element.close?.();
      if (inUse || !focusIfPossible(focused))
        focusIfPossible(document.getElementById(skipTarget.id));
    };
  }, []);
  // The pressed button may be gone or disabled after the response, which moves the focus to the body.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  });

  return (
    <dialog
      ref={dialog}
      open
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        // In the dialog's place in history, also by a phone's back button, which would meet the dialog again and again.
        navigate(closeTo, { replace: true, preventScrollReset: true });
      }}
      className="fixed inset-0 z-40 m-0 flex h-dvh max-h-none w-full max-w-none animate-fade flex-col items-center overflow-y-auto overscroll-contain bg-[rgb(8_15_33/0.55)] text-ink backdrop:bg-transparent sm:p-6 noscript:static noscript:h-auto noscript:min-h-dvh noscript:animate-none noscript:overflow-visible noscript:bg-transparent print:static print:h-auto print:overflow-visible print:bg-transparent print:p-0"
    >
      <Link
        to={closeTo}
        preventScrollReset
        tabIndex={-1}
        aria-hidden="true"
        className="fixed inset-0 cursor-default noscript:hidden"
      />
      <div
        className={`relative w-full max-w-app shrink-0 animate-rise bg-surface px-6 pt-14 pb-8 shadow-float noscript:my-0 noscript:shadow-none noscript:min-h-dvh noscript:animate-none noscript:rounded-none sm:noscript:my-auto sm:noscript:min-h-0 sm:noscript:rounded-3xl ${shapes[shape]}`}
      >
        {art}
        <Link
          to={closeTo}
          preventScrollReset
          {...scriptHook("close")}
          aria-label="Close"
          className="absolute top-3 end-3 grid size-11 place-items-center rounded-full text-muted hover:bg-tint"
        >
          <NamedIcon name="close" />
        </Link>
        <h1
          ref={heading}
          id="dialog-title"
          tabIndex={-1}
          className="text-2xl font-extrabold outline-none"
        >
          {title}
        </h1>
        <div className="mt-4">{children}</div>
      </div>
    </dialog>
  );
}

/** @returns whether the element has the focus now; it may be gone or not focusable */
function focusIfPossible(element: Element | null): boolean {
  if (!(element instanceof HTMLElement) || element === document.body) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}
