import type { ReactNode } from "react";
import { PageIcon, type PageIconName } from "~/design/page-icons";
import { addresses } from "~/platform/values/addresses";

interface SectionProps {
  /** The section's anchor; its heading is `{id}-title`. */
  id: string;
  icon: PageIconName;
  title: string;
  children: ReactNode;
}

/** One matter of the security page. */
export function Section({ id, icon, title, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-28 card p-5 shadow-card">
      <div className="flex items-center gap-3">
        <PageIcon name={icon} className="size-7 text-blue-ink" />
        <h2 id={`${id}-title`} className="min-w-0 text-xl font-extrabold">
          {title}
        </h2>
      </div>
      {children}
    </section>
  );
}

/** Stands in for a section's content while the outside system that it needs is down. The other sections are shown. */
export function SectionDown({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="mt-3 rounded-xl bg-tint px-4 py-3">
      {children}{" "}
      <a
        href={addresses.security}
        className="font-semibold whitespace-nowrap text-blue-ink underline"
      >
        Try again
      </a>
    </p>
  );
}
