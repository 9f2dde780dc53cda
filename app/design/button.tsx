import type { ButtonHTMLAttributes } from "react";

export type Tone = "primary" | "quiet" | "outline" | "danger" | "plain";

const tones: Record<Tone, string> = {
  primary: "bg-brand text-on-brand hover:bg-[#1a57d6] active:bg-[#1549b8]",
  quiet: "bg-tint text-blue-ink hover:brightness-95",
  outline: "border border-control text-ink hover:bg-tint",
  danger: "bg-[#c81e36] text-white hover:bg-[#a8152b]",
  plain: "text-blue-ink underline underline-offset-4 hover:no-underline",
};

/** Classes of a button, for buttons and for links that look like one. */
export function buttonStyle(tone: Tone = "primary", className = ""): string {
  return `button ${tones[tone]} ${className}`;
}

/**
 * Posts its form and shows a spinner while the form is in flight. Hydrated pages set `busy`; on the others the
 * page's script sets aria-busy.
 */
export function SubmitButton({
  tone,
  busy = false,
  className = "w-full",
  children,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & { tone?: Tone; busy?: boolean }) {
  return (
    <button
      type="submit"
      aria-busy={busy || undefined}
      {...rest}
      className={buttonStyle(tone, `group ${className}`)}
    >
      <span className="spinner hidden group-aria-busy:inline-block" aria-hidden="true" />
      {children}
    </button>
  );
}
