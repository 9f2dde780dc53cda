import type { ReactNode } from "react";
import { addresses } from "~/web/addresses";

export const footerLink = "py-1 hover:underline";

/**
 * The footer of all pages behind sign-in, so that My Plan is one press away from each.
 * @param myPlan the link to it: one of Remix where the page runs React, else a plain one
 */
export function SubscriberFooter({ myPlan }: { myPlan: ReactNode }) {
  return (
    <footer className="border-t border-line px-5 py-6 text-center text-sm text-muted">
      <p className="font-bold text-ink">Profile Analyzer</p>
      <p className="mt-2 flex flex-wrap justify-center gap-x-5 gap-y-1">
        <a href={addresses.terms} target="_blank" rel="noopener" className={footerLink}>
          Terms of Service
        </a>
        <a href={addresses.privacy} target="_blank" rel="noopener" className={footerLink}>
          Privacy Policy
        </a>
        {myPlan}
      </p>
    </footer>
  );
}
