import type { ReactNode } from "react";
import { DownloadCsv } from "~/design/download-csv";
import { PageIcon } from "~/design/page-icons";
import { Pages } from "~/design/pages";
import { HiddenNote, SearchPeople } from "~/features/analysis/list-head";
import { NamesList } from "~/features/analysis/names-list";
import { peopleSortQuery } from "~/features/analysis/sorted-people";
import type { ChangeKind } from "~/features/history/history";
import { categoryOfChange } from "~/features/imports/changed";
import { UnclearPeople } from "~/features/imports/views/unclear-people";
import { addresses } from "~/platform/values/addresses";
import { counted, withCommas } from "~/platform/values/numbers";
import { sum } from "~/platform/values/statistics";
import type { ComparedSection, ComparisonPage } from "./page-of.server.ts";

type Query = Readonly<Record<string, string>>;

const addressOf = (query: Query) => `${addresses.compare}?${new URLSearchParams(query)}`;

interface ComparedViewProps {
  page: ComparisonPage;
  title: ReactNode;
  /** The link that leads to another choice. */
  otherTwo: ReactNode;
}

/** What changed between two imports, by people: the lists, beside what is said of them where there is room. */
export function ComparedView({ page, title, otherTwo }: ComparedViewProps) {
  const { from, to, counts, passedBy, caveats, unclear, kind, text, sections } = page;
  const both = { from: from.id, to: to.id };
  const shown = kind ? { ...both, kind } : both;
  const isQuiet = counts.every(({ count }) => count === 0);
  const found = sum(sections.map((section) => section.found));
  return (
    <div className="beside-list">
      <div>
        {title}
        <p className="mt-2 text-muted">
          {counted(page.before, "known follower")} on {from.date}, {withCommas(page.after)} on{" "}
          {to.date}.
        </p>
        <ul className="mt-4 grid grid-cols-2 gap-2">
          {counts.map((one) => (
            <li key={one.kind} className="last:odd:col-span-2">
              <Count
                {...one}
                address={addressOf({ ...both, kind: one.kind })}
                isShown={one.kind === kind}
              />
            </li>
          ))}
        </ul>
        {passedBy > 0 && (
          <p className="mt-3 text-sm text-muted">
            {passedBy === 1
              ? "1 more person came and left in between."
              : `${withCommas(passedBy)} more people came and left in between.`}
          </p>
        )}
        {caveats.map((caveat) => (
          <p key={caveat} className="mt-3 text-sm text-muted">
            {caveat}
          </p>
        ))}
        {!isQuiet && (
          <SearchPeople
            address={addresses.compare}
            text={text}
            found={found}
            query={shown}
            all={addressOf(shown)}
          />
        )}
        {kind && (
          <p className="mt-4">
            <a
              href={addressOf(text ? { ...both, q: text } : both)}
              className="font-semibold text-blue-ink underline"
            >
              Show all changes
            </a>
          </p>
        )}
      </div>
      <div>
        {isQuiet && !unclear && caveats.length === 0 && (
          <p className="mt-5 rounded-card bg-tint p-5 text-muted">
            Nobody came, left or changed their name between these two exports.
          </p>
        )}
        {sections
          .filter((section) => !text || section.found > 0)
          .map((section) => (
            <Section
              key={section.kind}
              section={section}
              both={both}
              text={text}
              isAlone={kind !== undefined}
            />
          ))}
        {unclear && <UnclearPeople unclear={unclear} />}
        {otherTwo}
      </div>
    </div>
  );
}

interface CountProps {
  kind: ChangeKind;
  label: string;
  count: number;
  address: string;
  isShown: boolean;
}

function Count({ kind, label, count, address, isShown }: CountProps) {
  const style =
    "flex h-full min-h-14 items-center gap-2.5 rounded-card border border-line px-3 py-2 text-ink no-underline shadow-card aria-[current]:bg-tint";
  const content = (
    <>
      <PageIcon name={categoryOfChange[kind]} className="size-5 text-blue-ink" />
      <span className="min-w-0">
        <span className="block text-lg leading-tight font-extrabold tabular-nums">
          {withCommas(count)}
        </span>
        <span className="block text-sm leading-tight">{label}</span>
      </span>
    </>
  );
  if (count === 0) return <div className={style}>{content}</div>;
  return (
    <a
      href={address}
      aria-current={isShown ? "page" : undefined}
      className={`${style} hover:bg-tint`}
    >
      {content}
    </a>
  );
}

interface SectionProps {
  section: ComparedSection;
  both: Query;
  text: string;
  /** Whether it is the only one, page by page. Of several, each shows its first page. */
  isAlone: boolean;
}

function Section({ section, both, text, isAlone }: SectionProps) {
  const { kind, label, total, hidden, found, people, sorting } = section;
  const query = { ...both, kind, ...(text && { q: text }) };
  const { length } = people;
  return (
    <section aria-labelledby={`${kind}-title`} className="mt-8">
      <h2
        id={`${kind}-title`}
        className="flex items-baseline justify-between gap-3 text-xl font-extrabold"
      >
        {label}
        <span className="text-blue-ink tabular-nums">{withCommas(total + hidden)}</span>
      </h2>
      <HiddenNote count={hidden} />
      {length > 0 && (
        <NamesList
          category={categoryOfChange[kind]}
          people={people}
          sorted={{ address: addresses.compare, query, sorting }}
        />
      )}
      {isAlone ? (
        <Pages
          address={addresses.compare}
          query={{ ...query, ...peopleSortQuery(categoryOfChange[kind], sorting) }}
          page={section}
        />
      ) : (
        length < found && (
          <p className="mt-3">
            <a href={addressOf(query)} className="font-semibold text-blue-ink underline">
              Show all {withCommas(found)}
            </a>
          </p>
        )
      )}
      <DownloadCsv href={`${addresses.compareFile}?${new URLSearchParams({ ...both, kind })}`}>
        Download as CSV
        <span className="sr-only">: {label}</span>
      </DownloadCsv>
    </section>
  );
}
