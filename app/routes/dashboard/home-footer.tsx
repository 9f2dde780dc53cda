import { Link } from "@remix-run/react";
import { addresses } from "~/web/addresses";

/** The sub-pages' footer, so that My Plan is one press away here too. */
export function HomeFooter() {
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
        <Link to={addresses.myPlan} preventScrollReset className="py-1 hover:underline">
          My Plan
        </Link>
      </p>
    </footer>
  );
}
