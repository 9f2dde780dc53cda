import { Logo } from "~/design/logo";
import { addresses } from "~/platform/values/addresses";

const link = "py-2 font-semibold text-ink underline-offset-4 hover:underline";

export function PageFooter({ refundForm }: { refundForm: string }) {
  return (
    <footer className="border-t border-line bg-page">
      <div className="mx-auto grid max-w-6xl gap-x-8 gap-y-6 px-5 py-10 sm:px-8 lg:grid-cols-[18rem_1fr] lg:py-14">
        <Logo />
        <nav
          aria-label="Legal"
          className="flex flex-col gap-x-8 sm:flex-row sm:flex-wrap lg:justify-end"
        >
          <a href={addresses.terms} target="_blank" rel="noopener" className={link}>
            Terms and Conditions
          </a>
          <a href={addresses.privacy} target="_blank" rel="noopener" className={link}>
            Privacy Policy
          </a>
          <a href={refundForm} target="_blank" rel="noopener" className={link}>
            Ask for refund
          </a>
          <a href={addresses.cancelPublicly} className={link}>
            Cancel contracts here
          </a>
          <a href={addresses.withdraw} className={link}>
            Withdraw from contract here
          </a>
        </nav>
        <p className="text-sm text-muted">
          Profile Analyzer is independent of Instagram and of Meta Platforms, Inc.
        </p>
        <p className="text-sm text-muted lg:text-end">All rights reserved 2025</p>
      </div>
    </footer>
  );
}
