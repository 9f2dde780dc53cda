import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Example } from "~/design/example";
import { requireExampleReader } from "~/features/account/guards.server";
import { categoryLabels } from "~/features/analysis/analysis-labels";
import { peopleCategories } from "~/features/analysis/categories";
import { exampleAnalysis } from "~/features/analysis/example-analysis.server";
import type { PageHandle } from "~/platform/pages/page-handle";
import { pageMeta } from "~/platform/pages/page-meta";
import { addresses } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { unknownSince, usernameAt } from "~/platform/values/name-list";
import { withCommas } from "~/platform/values/numbers";

export const handle: PageHandle = {
  title: "Example: people",
  back: addresses.example,
  isWide: true,
};

export const meta: MetaFunction = () =>
  pageMeta("Example: people", "What a list of people looks like, of an invented account.");

/** As many as one page of a list. */
const mostShown = 50;

/** The first people of a category of the invented account. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { hasReport } = await requireExampleReader(request);
  const key = peopleCategories.find((one) => one === params.category);
  const { categories } = await exampleAnalysis();
  const found = key && categories[key];
  if (!found || "note" in found) throw new Response(null, { status: 404 });
  const { people, order } = found;
  const byTime = key !== "secretFans";
  return {
    hasReport,
    heading: categoryLabels[key],
    total: order.length,
    people: Array.from(order.subarray(0, mostShown), (index) => {
      const since = people.since[index] ?? unknownSince;
      return {
        username: usernameAt(people, index),
        since: byTime && since !== unknownSince ? formatDate(since * 1_000) : "",
      };
    }),
  };
}

export default function ExampleCategory() {
  const { heading, total, people, hasReport } = useLoaderData<typeof loader>();
  return (
    <Example hasReport={hasReport}>
      <h1 className="text-2xl font-extrabold">{heading}</h1>
      <p className="mt-1 text-muted">
        {total > people.length
          ? `The first ${people.length} of ${withCommas(total)} invented people.`
          : `${withCommas(total)} invented people.`}
      </p>
      <ul className="mt-4 divide-y divide-line @2xl:columns-2 @2xl:gap-x-10">
        {people.map(({ username, since }) => (
          <li key={username} className="flex items-baseline justify-between gap-3 py-2.5">
            <bdi className="font-semibold wrap-anywhere">{username}</bdi>
            {since && <span className="shrink-0 text-sm text-muted">since {since}</span>}
          </li>
        ))}
      </ul>
    </Example>
  );
}
