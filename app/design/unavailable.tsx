import type { ReactNode } from "react";
import { say } from "~/platform/values/say";
import { buttonStyle } from "./button.tsx";

interface UnavailableProps {
  retry: string;
  title?: string;
  /** When another try may succeed, in words. */
  when?: string;
  children: ReactNode;
}

/** Replaces a page's content while an outside system that it needs is down, or too much is asked for at once. */
export function Unavailable({
  retry,
  title = say`Something went wrong`,
  when = say`in a moment`,
  children,
}: UnavailableProps) {
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-4 py-12 text-center">
      <img src="/images/states/failing.svg" alt="" width="160" height="120" className="h-30 w-40" />
      <h1 className="text-2xl font-extrabold">{title}</h1>
      <p className="mb-3 text-muted">
        {children} Please try again {when}.
      </p>
      <a href={retry} className={buttonStyle("primary", "w-full")}>
        Try again
      </a>
    </div>
  );
}
