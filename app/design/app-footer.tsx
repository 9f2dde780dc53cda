import type { ReactNode } from "react";
import { addresses } from "~/platform/values/addresses";

interface LinkWords {
  text: string;
  /** Of the text; left out where it is the page's. */
  language?: string | undefined;
  /** With the place, as the page that it leads to has the words of the place, too. */
  href: string;
}

interface AppFooterProps {
  /** The words of the links that lead out, which the law of a place may prescribe. */
  links: { cancel: LinkWords; withdraw: LinkWords };
  /** The link to My Plan: each page opens it in its own way. */
  children: ReactNode;
}

/** The footer of all pages for subscribers. */
export function AppFooter({ links: { cancel, withdraw }, children }: AppFooterProps) {
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
        {[cancel, withdraw].map(({ text, language, href }) => (
          <a key={href} href={href} lang={language} className="py-1 hover:underline">
            {text}
          </a>
        ))}
      </p>
    </footer>
  );
}
