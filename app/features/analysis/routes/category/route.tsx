import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CheckAgain } from "~/design/check-again";
import { DownloadCsv } from "~/design/download-csv";
import { FormMessage } from "~/design/form-message";
import { Pages, pageSaid } from "~/design/pages";
import { StillCounting } from "~/design/still-counting";
import { Unavailable } from "~/design/unavailable";
import { env } from "~/env.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { categoryLabels, isBuiltInKey, isCategoryKey } from "~/features/analysis/analysis-labels";
import { knowingOf } from "~/features/analysis/analysis-notes";
import { FirstStep } from "~/features/analysis/first-step";
import { firstStepOf } from "~/features/analysis/first-step.server";
import {
  CountedHeading,
  HiddenNote,
  SearchPeople,
  searchSaid,
} from "~/features/analysis/list-head";
import { answerPeoplePress } from "~/features/analysis/people-presses.server";
import { categoryOf } from "~/features/analysis/profile";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { refusedSearch } from "~/features/analysis/searches.server";
import type { SamePerson } from "~/features/history/same-people";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { say } from "~/platform/values/say";
import { sortQuery } from "~/platform/values/sorting";
import { BuiltInList } from "./built-in-list.tsx";
import { type BuiltInPage, builtInPage } from "./built-in-page.server.ts";
import { type OutsidePage, outsidePage } from "./outside-page.server.ts";
import { PeopleRows, shownOrders } from "./people-list.tsx";

export const handle: PageHandle = { isWide: true };

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const title = page && "title" in page ? page.title : say`People`;
  return pageMeta(title, `${title}: the people behind this number in your Instagram analysis.`);
};

/** Passes on Retry-After, of a press before that of the list. */
export const headers: HeadersFunction = ({ actionHeaders, loaderHeaders }) =>
  actionHeaders.has("retry-after") ? actionHeaders : loaderHeaders;

/** The people of a category, which its tile on the analytics page links to. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const key = params.category;
  if (!isCategoryKey(key)) throw notFound();
  const page = {
    title: categoryLabels[key],
    back: addresses.analytics,
    address: addresses.category(key),
  };
  return orElse(
    async () => {
      const { profile, stale } = await profileOrLastGood(uid);
      const url = new URL(request.url);
      if (profile.source === "built-in")
        return builtInPage(uid, profile, key, url).then(
          (content) => ({ ...page, content, said: saidOf(content) }),
          (error: unknown) => refusedSearch(page, error),
        );
      const knowing = knowingOf(env.ANALYSIS_SOURCES, profile);
      if (profile.source === "none" && (knowing.mayImport || knowing.mayConnect))
        return { ...page, firstStep: await firstStepOf(uid, knowing) };
      if (isBuiltInKey(key) && !categoryOf(profile, key)) throw notFound();
      const outside = await outsidePage(uid, profile, key, url);
      return { ...page, outside, stale, said: saidOf(outside) };
    },
    () => data({ ...page, unavailable: true as const }, 503),
  );
}

/** What the subscriber says of a person (docs/product.md#hidden-people). */
export async function action({ request, params: { category = "" } }: ActionFunctionArgs) {
  if (!isCategoryKey(category)) throw notFound();
  return answerPeoplePress(request, category);
}

/** What the title says after a search, or on a later page. */
const saidOf = (page: BuiltInPage | OutsidePage): string | undefined =>
  "people" in page ? (pageSaid(page) ?? searchSaid(page.text, page.found)) : undefined;

const notFound = () => new Response(null, { status: 404 });

export default function Category() {
  const answer = useActionData<typeof action>();
  return (
    <>
      <div className="mb-6 empty:hidden">
        <FormMessage message={answer?.refused} />
      </div>
      <List typed={answer?.typed ?? {}} />
    </>
  );
}

interface OutsideListProps {
  title: string;
  page: OutsidePage;
  /** Whether this is the last list that we received. */
  stale: boolean;
}

/** A category of an analysis that the outside system made: searched, page by page, and as a file. */
function OutsideList({ title, page, stale }: OutsideListProps) {
  const { key, total, named, hidden, text, found, sorting } = page;
  const address = addresses.category(key);
  const sorted = sorting ? sortQuery(sorting, shownOrders) : {};
  return (
    <div className="beside-list">
      <div>
        <CountedHeading
          title={title}
          total={total === null ? <StillCounting /> : withCommas(total)}
        />
        {stale && (
          <CheckAgain at={address}>
            We cannot reach your analysis right now. This is the last list that we received.
          </CheckAgain>
        )}
        {total !== null && named > 0 && named + hidden < total && (
          <p className="mt-2 text-sm text-muted">
            {named + hidden === 1
              ? "This list shows the one person that the analysis names."
              : say`This list shows the ${withCommas(named + hidden)} people that the analysis names.`}
          </p>
        )}
        <HiddenNote count={hidden} />
        {named > 0 && <SearchPeople address={address} text={text} found={found} query={sorted} />}
      </div>
      <div>
        {named === 0 ? (
          <p className="mt-6 rounded-card bg-tint p-5 text-muted">
            {total === null
              ? "This number is still being counted. Please come back when the analysis has finished."
              : "There is nobody to show here at the moment."}
          </p>
        ) : (
          <People page={page} sorted={sorted} />
        )}
      </div>
    </div>
  );
}

function People({ page, sorted }: { page: OutsidePage; sorted: Record<string, string> }) {
  const { key, text, people, sorting } = page;
  const address = addresses.category(key);
  const query: Record<string, string> = text ? { q: text } : {};
  return (
    <>
      {people.length > 0 && (
        <PeopleRows address={address} query={query} people={people} sorting={sorting} />
      )}
      <Pages address={address} query={{ ...query, ...sorted }} page={page} />
      <DownloadCsv href={addresses.categoryFile(key)}>Download as CSV</DownloadCsv>
    </>
  );
}

function List({ typed }: { typed: Partial<SamePerson> }) {
  const page = useLoaderData<typeof loader>();
  if ("unavailable" in page)
    return (
      <Unavailable retry={page.address}>
        We cannot reach your analysis right now. Your data is safe.
      </Unavailable>
    );
  if ("refused" in page)
    return (
      <Unavailable retry={page.address} title="Too many searches" when={page.refused.when}>
        {page.refused.why}
      </Unavailable>
    );
  if ("firstStep" in page) return <FirstStep {...page.firstStep} />;
  if ("content" in page)
    return <BuiltInList title={page.title} page={page.content} typed={typed} />;
  return <OutsideList title={page.title} page={page.outside} stale={page.stale} />;
}
