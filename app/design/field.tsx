import type { InputHTMLAttributes } from "react";
import { sayText } from "~/platform/values/say";
import { scriptHook } from "~/platform/values/script-hooks";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  name: string;
  label: string;
  /** The server's validation error. */
  error?: string | undefined;
  /** Shown by the page's script if the value does not match `pattern`; the server validates again. */
  message?: string;
  /** The id of a sentence below it that says more. */
  hintId?: string | undefined;
}

/** A labelled input. An error is shown next to the label and outlines the input in red (docs/product.md#sign-in). */
export function Field({
  label,
  error,
  message,
  hintId,
  name,
  className = "",
  ...rest
}: FieldProps) {
  const errorId = `${name}-error`;
  return (
    <div className={className}>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <label htmlFor={name} className="font-semibold">
          {label}
        </label>
        <span id={errorId} className="text-sm font-semibold text-red-ink">
          {error && sayText(error)}
        </span>
      </div>
      <input
        id={name}
        name={name}
        // Chromium reports an empty required field as invalid before the reader has touched it.
        aria-invalid={error ? true : rest.required && false}
        aria-describedby={hintId ? `${errorId} ${hintId}` : errorId}
        {...scriptHook("message", message && sayText(message))}
        className="block min-h-12 w-full rounded-xl border border-control bg-surface px-4 py-3 read-only:bg-tint aria-invalid:border-red aria-invalid:outline-2 aria-invalid:outline-red"
        {...rest}
      />
    </div>
  );
}
