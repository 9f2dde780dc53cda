import type { ReactNode } from "react";
import { buttonStyle } from "./button.tsx";

interface NoticeDialogProps {
  title: string;
  children: ReactNode;
  /** The one way on, and where it leads. */
  action: { label: string; to: string };
  art?: ReactNode;
}

/** A modal with one button on a page without React: a link does the closing. */
export function NoticeDialog({ title, children, action, art }: NoticeDialogProps) {
  return (
    <dialog
      open
      data-modal
      aria-labelledby="notice-title"
      className="fixed inset-0 z-40 m-0 flex h-dvh max-h-none w-full max-w-none items-end justify-center overflow-y-auto bg-[rgb(8_15_33/0.55)] text-ink backdrop:bg-transparent sm:items-center"
    >
      <div className="w-full max-w-app rounded-t-3xl bg-surface px-6 pt-8 pb-6 text-center shadow-float sm:rounded-3xl">
        {art}
        <h2 id="notice-title" className="text-2xl font-extrabold">
          {title}
        </h2>
        <div className="mt-3 flex flex-col gap-3 text-muted">{children}</div>
        <a href={action.to} data-close className={buttonStyle("primary", "mt-6 w-full")}>
          {action.label}
        </a>
      </div>
    </dialog>
  );
}
