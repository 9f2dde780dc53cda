import type { ReactNode } from "react";
import { buttonStyle } from "~/design/button";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";

/** The title of a list, with how many are in it. */
export function CountedHeading({ title, total }: { title: string; total?: ReactNode }) {
  return (
    <h1 className="flex flex-wrap items-baseline justify-between gap-3 text-2xl font-extrabold">
      {title}
      {total !== undefined && <span className="text-blue-ink tabular-nums">{total}</span>}
    </h1>
  );
}

/** How many of a list are hidden, with the way to them. */
export function HiddenNote({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className="mt-2 text-sm text-muted">
      <a href={addresses.category("hidden")} className="font-semibold text-blue-ink underline">
        {withCommas(count)} hidden
      </a>
    </p>
  );
}

interface SearchPeopleProps {
  address: string;
  text: string;
  found: number;
  /** What else stands in the address' query. */
  query: Readonly<Record<string, string>>;
  /** Address of the whole list. */
  all?: string;
}

/** A list's people are searched by their names. Then it says how many were found, with the way back. */
export function SearchPeople({ address, text, found, query, all = address }: SearchPeopleProps) {
  return (
    <>
      <form method="get" action={address} className="mt-4 flex flex-wrap gap-2">
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input
          type="search"
          name="q"
          defaultValue={text}
          aria-label="Search by username"
          placeholder="Search by username"
          maxLength={120}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          className="min-h-12 min-w-0 flex-1 basis-40 rounded-xl border border-control bg-surface px-4 text-ink"
        />
        <button type="submit" className={buttonStyle("quiet")}>
          Search
        </button>
      </form>
      {text && (
        <p role="status" className="mt-4 text-sm text-muted">
          <Matches count={found} text={text} />{" "}
          <a href={all} className="font-semibold text-blue-ink underline">
            Show all
          </a>
        </p>
      )}
    </>
  );
}

function Matches({ count, text }: { count: number; text: string }) {
  const searched = <bdi>{text}</bdi>;
  if (count === 0) return <>No one matches “{searched}”.</>;
  if (count === 1) return <>1 person matches “{searched}”.</>;
  return (
    <>
      {withCommas(count)} people match “{searched}”.
    </>
  );
}

/** How the title of a page begins after a search, so that a screen reader says it first. */
export function searchSaid(text: string, found: number): string | undefined {
  if (!text) return undefined;
  if (found === 0) return say`No one matches`;
  return found === 1 ? say`1 person matches` : say`${withCommas(found)} people match`;
}
