import type { ReactNode } from "react";
import { NamedIcon } from "./icons.tsx";

interface FoldSummaryProps {
  children: ReactNode;
  className?: string;
}

/** What is pressed to open a `details`: with an arrow at its end that turns. */
export function FoldSummary({ children, className = "font-bold text-blue-ink" }: FoldSummaryProps) {
  return (
    <summary className={`fold-summary ${className}`}>
      {children}
      <NamedIcon name="forward" className="size-5 rotate-90 text-blue-ink" />
    </summary>
  );
}
