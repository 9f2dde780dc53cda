import type { ReactNode } from "react";

interface FormMessageProps {
  message: ReactNode;
  /** A second, less prominent sentence: what to do next. */
  hint?: ReactNode;
}

/** Why a form failed; screen readers announce it at once. */
export function FormMessage({ message, hint }: FormMessageProps) {
  if (!message) return null;
  return (
    <div role="alert" className="rounded-xl bg-red-tint px-4 py-3">
      <p className="font-semibold text-red-ink">{message}</p>
      {hint && <p className="mt-1">{hint}</p>}
    </div>
  );
}
