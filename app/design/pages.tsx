import type { ReactNode } from "react";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { NamedIcon } from "./icons.tsx";

interface PagesProps {
  address: string;
  /** What else stands in the address' query. */
  query: Readonly<Record<string, string>>;
  page: { number: number; pages: number };
}

/** Links to the page before and the page after. */
export function Pages({ address, query, page: { number, pages } }: PagesProps) {
  if (pages === 1) return null;
  const at = (other: number) =>
    `${address}?${new URLSearchParams({ ...query, page: String(other) })}`;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-x-2">
      <PageLink to={number > 1 ? at(number - 1) : undefined} rel="prev">
        <NamedIcon name="back" className="size-5" />
        Previous
      </PageLink>
      <p className="text-sm text-muted tabular-nums">
        Page {withCommas(number)} of {withCommas(pages)}
      </p>
      <PageLink to={number < pages ? at(number + 1) : undefined} rel="next">
        Next
        <NamedIcon name="forward" className="size-5" />
      </PageLink>
    </nav>
  );
}

/** What the title of a later page begins with, as its address is otherwise that of the first. */
export const pageSaid = ({ number, pages }: PagesProps["page"]): string | undefined =>
  number > 1 ? say`Page ${withCommas(number)} of ${withCommas(pages)}` : undefined;

interface PageLinkProps {
  to: string | undefined;
  rel: "prev" | "next";
  children: ReactNode;
}

/** Without such a page an invisible placeholder keeps the layout. */
function PageLink({ to, rel, children }: PageLinkProps) {
  const style = "inline-flex min-h-11 items-center gap-1 px-2 font-semibold";
  if (!to)
    return (
      <span aria-hidden="true" className={`${style} invisible`}>
        {children}
      </span>
    );
  return (
    <a href={to} rel={rel} className={`${style} text-blue-ink`}>
      {children}
    </a>
  );
}
