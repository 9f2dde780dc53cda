import { buttonStyle } from "~/design/button";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";

interface SearchPeopleProps {
  address: string;
  text: string;
  /** What else stands in the address' query. */
  query?: Readonly<Record<string, string>>;
}

/** A list's people are searched by their names. */
export function SearchPeople({ address, text, query = {} }: SearchPeopleProps) {
  return (
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
  );
}

/** How many a search has found, with the way back. @param all address of the whole list */
export function SearchedFor({ text, found, all }: { text: string; found: number; all: string }) {
  if (!text) return null;
  return (
    <p role="status" className="mt-4 text-sm text-muted">
      <Matches count={found} text={text} />{" "}
      <a href={all} className="font-semibold text-blue-ink underline">
        Show all
      </a>
    </p>
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
