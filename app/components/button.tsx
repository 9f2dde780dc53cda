import type { ButtonHTMLAttributes } from "react";

export type Tone = "primary" | "quiet" | "danger" | "plain";

const tones: Record<Tone, string> = {
  primary: "bg-brand text-on-brand hover:bg-[#1a57d6] active:bg-[#1549b8]",
  quiet: "bg-tint text-blue-ink hover:brightness-95",
  danger: "bg-[#c81e36] text-white hover:bg-[#a8152b]",
  plain: "text-blue-ink underline underline-offset-4 hover:no-underline",
};

/** How a button looks, for buttons and for links that act as one. */
export function buttonStyle(tone: Tone = "primary", className = ""): string {
  return `inline-flex min-h-12 items-center justify-center gap-2 rounded-full px-6 py-3 text-center font-bold no-underline transition-colors disabled:opacity-55 disabled:cursor-not-allowed ${tones[tone]} ${className}`;
}

/**
 * Posts its form. While the form is in flight the spinner shows: `busy` says so on hydrated pages,
 * the page's script sets aria-busy on the others.
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
