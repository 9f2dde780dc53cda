import { DownloadCsv } from "~/design/download-csv";
import { Pages } from "~/design/pages";
import { cameAtOtherTimes, leftOfPart } from "~/features/analysis/analysis-notes";
import { CountedHeading, HiddenNote, SearchPeople } from "~/features/analysis/list-head";
import { NamesList } from "~/features/analysis/names-list";
import { PerhapsSame, SaidToBeSame, SayWhoIsWho } from "~/features/analysis/same-person";
import { mostSorted, peopleSortQuery } from "~/features/analysis/sorted-people";
import { WhyUnknown } from "~/features/analysis/views/why-unknown";
import type { SaidSame, SamePerson } from "~/features/history/same-people";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { counted, withCommas } from "~/platform/values/numbers";
import { say, sentences } from "~/platform/values/say";
import type { BuiltInPage } from "./built-in-page.server.ts";

type NamedPage = Extract<BuiltInPage, { people: unknown }>;

interface BuiltInListProps {
  title: string;
  page: BuiltInPage;
  /** What was typed into a form that was refused. */
  typed: Partial<SamePerson>;
}

/** A category of an analysis made here: searched, page by page, and as a file. */
export function BuiltInList({ title, page, typed }: BuiltInListProps) {
  return (
    <>
      <List title={title} page={page} />
      {page.saidSame && <WhoIsWho said={page.saidSame} typed={typed} />}
    </>
  );
}

/** Below the renamed: what the subscriber has said themselves, and the form to say it. */
function WhoIsWho({ said, typed }: { said: readonly SaidSame[]; typed: Partial<SamePerson> }) {
  return (
    <section aria-labelledby="who-is-who" className="beside-list mt-10">
      <div>
        <h2 id="who-is-who" className="text-xl font-extrabold">
          Who is who
        </h2>
        <p className="mt-2 text-muted">
          Instagram does not say who changed their name. Where the time of the follow does not tell
          either, one seems to leave and another to come. If you know that it is one person, say so.
        </p>
        <SaidToBeSame said={said} />
      </div>
      <SayWhoIsWho typed={typed} />
    </section>
  );
}

type Page = Pick<BuiltInPage, "key" | "sources" | "posts">;

/** Where a number that names nobody is from. */
function CountedFrom({ page: { key, sources, posts } }: { page: Page }) {
  const { connection, export: exported } = sources;
  if (!connection)
    return (
      <>From the insights in your export. They say how many there are, not who they are from.</>
    );
  return (
    <>
      From Instagram, read {formatDate(connection.readAt)}, over your{" "}
      {counted(posts, "latest post")}.{" "}
      {key === "likes"
        ? "Instagram says how many likes there are, and tells nobody who they are from."
        : exported && "Those who comment and do not follow you are among your secret fans."}
    </>
  );
}

/** What the lists of those who comment or do not are made from, and what cannot be seen. */
function ReactingFrom({ page: { key, sources, posts } }: { page: Page }) {
  const { connection, export: exported } = sources;
  if (!connection || !exported || (key !== "secretFans" && key !== "inactiveFollowers"))
    return null;
  const { wholePosts, readAt } = connection;
  const isPart = wholePosts !== undefined && wholePosts < posts;
  const all = counted(posts, "latest post");
  const read = formatDate(readAt);
  const list =
    exported.takenAt === undefined
      ? say`your export`
      : say`your export of ${formatDate(exported.takenAt)}`;
  const text = {
    secretFans: [
      say`They commented on your ${all}, read ${read}, and are not among the followers in ${list}: the most comments first. Who followed you or changed their name since then may be among them. Likes cannot be seen: Instagram tells nobody who liked a post.`,
      ...(isPart ? [say`We could not read all comments, so some people may be missing.`] : []),
    ].join(" "),
    inactiveFollowers: isPart
      ? say`They follow you, by ${list}, and commented on none of ${wholePosts} of your ${all}, whose comments we could read to the end, read ${read}: who has followed you longest comes first. Likes cannot be seen, so some of them may like your posts.`
      : say`They follow you, by ${list}, and commented on none of your ${all}, read ${read}: who has followed you longest comes first. Likes cannot be seen, so some of them may like your posts.`,
  };
  return <p className="mt-2 text-muted">{text[key]}</p>;
}

function List({ title, page }: Omit<BuiltInListProps, "typed">) {
  if ("note" in page)
    return (
      <>
        <CountedHeading title={title} />
        <div className="mt-5">
          <WhyUnknown note={page.note} category={page.key} knowing={page.knowing} />
        </div>
      </>
    );
  if ("unnamed" in page)
    return (
      <>
        <CountedHeading title={title} total={withCommas(page.unnamed)} />
        <p className="mt-5 rounded-card bg-tint p-5 text-muted">
          <CountedFrom page={page} />
        </p>
      </>
    );
  return <NamedList title={title} page={page} />;
}

/** The list, beside what is said of it where there is room. */
function NamedList({ title, page }: { title: string; page: NamedPage }) {
  const { key, total: shown, hidden, between, missesNew, text, found, sorting } = page;
  const total = shown + hidden;
  const address = addresses.category(key);
  return (
    <div className="beside-list">
      <div>
        <CountedHeading title={title} total={withCommas(total)} />
        {key === "lostFollowers" && between && total > 0 && (
          <p className="mt-2 text-muted">
            They left between {formatDate(between.from)} and {formatDate(between.to)}. Exports do
            not say the day.
          </p>
        )}
        {key === "lostFollowers" && between?.isPart && (
          <p className="mt-2 text-muted">{leftOfPart()}</p>
        )}
        {missesNew && <p className="mt-2 text-muted">{cameAtOtherTimes()}</p>}
        {key === "unfollowedByYou" && between && total > 0 && (
          <p className="mt-2 text-muted">
            Between {formatDate(between.from)} and {formatDate(between.to)} you stopped following
            them, or their account is gone. Exports do not say which.
          </p>
        )}
        {key === "lostFriends" && total > 0 && (
          <p className="mt-2 text-muted">
            You followed each other, and one of the two has ended since the export before.
          </p>
        )}
        <Waiting counts={page.waiting} on={page.sources.export?.takenAt} />
        <ReactingFrom page={page} />
        <HiddenNote count={hidden} />
        <PerhapsSame alike={page.alike} />
        {shown > 0 && (
          <SearchPeople
            address={address}
            text={text}
            found={found}
            query={peopleSortQuery(key, sorting)}
          />
        )}
      </div>
      <div>
        {shown === 0 ? (
          <p className="mt-6 rounded-card bg-tint p-5 text-muted">There is nobody to show here.</p>
        ) : (
          <People page={page} />
        )}
      </div>
    </div>
  );
}

const waitingTimes = sentences([
  "Up to a month",
  "1 to 3 months",
  "3 to 12 months",
  "More than a year",
  "Not known",
]);

/** For how long the subscriber's requests had been waiting when the export was taken. */
function Waiting({ counts, on }: { counts: readonly number[]; on: number | undefined }) {
  const rows = waitingTimes.flatMap((label, index) => {
    const count = counts[index] ?? 0;
    return count > 0 ? [{ label, count }] : [];
  });
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="waiting" className="mt-5 rounded-card bg-tint p-4">
      <h2 id="waiting" className="font-bold">
        {on === undefined ? (
          "For how long they have been waiting"
        ) : (
          <>For how long they had been waiting on {formatDate(on)}</>
        )}
      </h2>
      <dl className="mt-2 divide-y divide-line">
        {rows.map(({ label, count }) => (
          <div key={label} className="flex justify-between gap-3 py-1.5">
            <dt>{label}</dt>
            <dd className="font-semibold tabular-nums">{withCommas(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function People({ page }: { page: NamedPage }) {
  const { key, text, found, people, sorting, number, pages } = page;
  const address = addresses.category(key);
  const query: Record<string, string> = text ? { q: text } : {};
  return (
    <>
      {people.length > 0 && (
        <NamesList category={key} people={people} sorted={{ address, query, sorting }} />
      )}
      {sorting && found > mostSorted && number === pages && (
        <p className="mt-4 text-sm text-muted">
          In this order, the first {withCommas(mostSorted)} people are shown. The CSV has all.
        </p>
      )}
      <Pages address={address} query={{ ...query, ...peopleSortQuery(key, sorting) }} page={page} />
      <DownloadCsv href={addresses.categoryFile(key)}>Download all as CSV</DownloadCsv>
    </>
  );
}
