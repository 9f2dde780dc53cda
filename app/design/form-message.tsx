import type { ReactNode } from "react";
import { sayText } from "~/platform/values/say";

interface FormMessageProps {
  message: ReactNode;
  /** A second, less prominent sentence: what to do next. */
  hint?: ReactNode;
}

/** A refusal may be a sentence of a table, which nobody has said yet. */
const inWords = (text: ReactNode) => (typeof text === "string" ? sayText(text) : text);

/** Why a form failed; screen readers announce it at once. */
export function FormMessage({ message, hint }: FormMessageProps) {
  if (!message) return null;
  return (
    <div role="alert" className="rounded-xl bg-red-tint px-4 py-3">
      <p className="font-semibold text-red-ink">{inWords(message)}</p>
      {hint && <p className="mt-1">{inWords(hint)}</p>}
    </div>
  );
}
