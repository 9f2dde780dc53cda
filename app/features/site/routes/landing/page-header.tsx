import { addresses } from "~/platform/values/addresses";

/** @param signIn false while the page itself shows the sign-in form */
export function PageHeader({ refundForm, signIn }: { refundForm: string; signIn: boolean }) {
  return (
    <header>
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-end gap-2 px-4 py-4 sm:gap-3 sm:px-8 sm:py-6">
        <a
          href={addresses.home}
          aria-label="Profile Analyzer"
          className="me-auto flex items-center gap-2 text-ink no-underline"
        >
          <img src="/images/logo-mark.svg" alt="" width="40" height="40" className="size-9" />
          <span className="text-[0.9375rem] leading-[1.05] font-extrabold tracking-tight sm:text-xl">
            Profile <br className="sm:hidden" />
            Analyzer
          </span>
        </a>
        <a
          href={refundForm}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center rounded-full px-2 text-sm font-bold text-blue-ink no-underline underline-offset-4 hover:underline sm:px-5 sm:text-base"
        >
          Ask for refund
        </a>
        {signIn && (
          <a
            href={addresses.signIn}
            className="inline-flex min-h-11 items-center rounded-full border border-line bg-surface px-5 text-sm font-bold text-blue-ink no-underline shadow-card hover:bg-tint sm:px-6 sm:text-base"
          >
            Sign in
          </a>
        )}
      </div>
    </header>
  );
}
