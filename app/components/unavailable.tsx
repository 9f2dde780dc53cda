import type { ReactNode } from "react";
import { buttonStyle } from "./button.tsx";

/** Replaces a page's content while an outside system that it needs is down. */
export function Unavailable({ retry, children }: { retry: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 py-12 text-center">
      <img src="/images/states/failing.svg" alt="" width="160" height="120" className="h-30 w-40" />
      <h1 className="text-2xl font-extrabold">Something went wrong</h1>
      <p className="text-muted">{children} Please try again in a moment.</p>
      <a href={retry} className={buttonStyle("primary", "w-full")}>
        Try again
      </a>
    </div>
  );
}
