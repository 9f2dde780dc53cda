import type { ReactNode } from "react";
import { addresses } from "~/platform/values/addresses";

interface LinkWords {
  text: string;
  language: string;
}

interface AppFooterProps {
  /** The words that the law of a place prescribes for the links that lead out. */
  links?: { cancel?: LinkWords | undefined; withdraw?: LinkWords | undefined };
  /** The link to My Plan: each page opens it in its own way. */
  children: ReactNode;
}

/** The footer of all pages for subscribers. */
export function AppFooter({ links: { cancel, withdraw } = {}, children }: AppFooterProps) {
  return (
    <footer className="border-t border-line px-5 py-6 text-center text-sm text-muted">
      <p className="font-bold text-ink">Profile Analyzer</p>
      <p className="mt-2 flex flex-wrap justify-center gap-x-5 gap-y-1">
        <a href={addresses.terms} target="_blank" rel="noopener" className="py-1 hover:underline">
          Terms of Service
        </a>
        <a href={addresses.privacy} target="_blank" rel="noopener" className="py-1 hover:underline">
          Privacy Policy
        </a>
        {children}
        <a href={addresses.cancelPublicly} className="py-1 hover:underline">
          {cancel ? <span lang={cancel.language}>{cancel.text}</span> : "Cancel contracts here"}
        </a>
        <a href={addresses.withdraw} className="py-1 hover:underline">
          {withdraw ? (
            <span lang={withdraw.language}>{withdraw.text}</span>
          ) : (
            "Withdraw from contract here"
          )}
        </a>
      </p>
    </footer>
  );
}
