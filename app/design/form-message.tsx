import { useActionData } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { sayText } from "~/platform/values/say";

interface FormMessageProps {
  message?: ReactNode;
  /** A second, less prominent sentence: what to do next. */
  hint?: ReactNode;
  /** What is wrong with fields, by their ids. */
  errors?: Partial<Record<string, string>> | undefined;
}

/** A refusal may be a sentence of a table, which is still to be put into the reader's language. */
const inWords = (text: ReactNode) => (typeof text === "string" ? sayText(text) : text);

/**
 * Why a form was refused: stands at its top and has the focus, so that it is the first thing read. A new page focuses
 * it by itself; where the page stays, the effect does. app/platform/browser/forms.ts shows its findings in this form.
 */
export function FormMessage({ message, hint, errors = {} }: FormMessageProps) {
  const summary = useRef<HTMLDivElement>(null);
  const answer = useActionData();
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer is said, the same one again, too
  useEffect(() => summary.current?.focus(), [answer]);
  const wrong = Object.entries(errors).filter(([, error]) => error);
  if (!message && wrong.length === 0) return null;
  return (
    <div
      ref={summary}
      role="alert"
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the page is the answer to a form that was refused
      autoFocus
      className="form-summary"
    >
      {hint || wrong.length > 0 ? message && <p>{inWords(message)}</p> : inWords(message)}
      {hint && <p className="mt-1 font-normal text-ink">{inWords(hint)}</p>}
      {wrong.length > 0 && (
        <ul>
          {wrong.map(([field, error]) => (
            <li key={field}>
              <a href={`#${field}`}>{error && sayText(error)}</a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
