import type { ReactNode } from "react";
import { scriptHook } from "~/platform/values/script-hooks";
import { buttonStyle } from "./button.tsx";

interface NoticeProps {
  title: string;
  children: ReactNode;
  art?: ReactNode;
}

/** A modal on a page without React. A link with the hook `close` closes it. */
export function Notice({ title, children, art }: NoticeProps) {
  return (
    <dialog
      open
      aria-labelledby="notice-title"
      className="fixed inset-0 z-40 m-0 flex h-dvh max-h-none w-full max-w-none flex-col items-center overflow-y-auto bg-[rgb(8_15_33/0.55)] text-ink backdrop:bg-transparent"
    >
      <div className="mt-auto w-full max-w-app shrink-0 rounded-t-3xl bg-surface px-6 pt-8 pb-6 text-center shadow-float sm:my-auto sm:rounded-3xl">
        {art}
        <h2 id="notice-title" className="text-2xl font-extrabold">
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}

/** A notice with one button. */
export function NoticeDialog({
  children,
  action,
  ...notice
}: NoticeProps & {
  action: { label: string; to: string };
}) {
  return (
    <Notice {...notice}>
      <div className="mt-3 flex flex-col gap-3 text-muted">{children}</div>
      <a
        href={action.to}
        // biome-ignore lint/a11y/noAutofocus: the dialog is the answer to a press
        autoFocus
        {...scriptHook("close")}
        className={buttonStyle("primary", "mt-6 w-full")}
      >
        {action.label}
      </a>
    </Notice>
  );
}
