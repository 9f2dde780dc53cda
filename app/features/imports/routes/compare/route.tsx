import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { Unavailable } from "~/design/unavailable";
import { searchSaid } from "~/features/analysis/list-head";
import { refusedSearch } from "~/features/analysis/searches.server";
import { ImportsUnreadable } from "~/features/history/import-documents.server";
import { requireImporter } from "~/features/imports/services/guard.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say } from "~/platform/values/say";
import { sum } from "~/platform/values/statistics";
import { ComparedView } from "./compared-view.tsx";
import { askedComparison, comparisonForm, comparisonPage } from "./page-of.server.ts";

const layout = () => ({ title: say`Compare`, back: addresses.analytics });

export const meta: MetaFunction = () =>
  pageMeta("Compare", "Who came, left and changed their name between any two of your exports.");
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** What changed between any two imports in use (docs/product.md#compare). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireImporter(request);
  const url = new URL(request.url);
  const page = { ...layout(), address: `${url.pathname}${url.search}` };
  return orElse(
    async () => {
      const asked = await askedComparison(uid, url);
      if ("turned" in asked) return redirect(`${addresses.compare}?${asked.turned}`, 303);
      if ("isOpen" in asked) return { ...page, ...comparisonForm(asked) };
      return comparisonPage(uid, asked, url).then(
        (content) => ({
          ...page,
          ...content,
          said: saidOf(content),
          isWide: content.state === "compared",
        }),
        (error: unknown) => refusedSearch({ ...page, state: "refused" as const }, error),
      );
    },
    (failure) =>
      failure instanceof ImportsUnreadable
        ? redirect(addresses.import)
        : data({ ...page, state: "unavailable" as const }, 503),
  );
}

/** What the title says: the two dates, or how many a search has found. */
const saidOf = (page: Awaited<ReturnType<typeof comparisonPage>>): string =>
  ("text" in page && searchSaid(page.text, sum(page.sections.map(({ found }) => found)))) ||
  say`${page.from.date} to ${page.to.date}`;

interface CompareFormProps {
  imports: readonly { id: string; label: string }[];
  from: string | undefined;
  to: string | undefined;
}

/** Offers any two of the imports in use. */
function CompareForm({ imports, from, to }: CompareFormProps) {
  if (imports.length < 2)
    return (
      <>
        <p className="mt-5 rounded-card bg-tint p-5 text-muted">
          This needs two exports in use. With your next one, you see here who came and who left in
          between.
        </p>
        <a href={addresses.import} className={buttonStyle("primary", "mt-5 w-full")}>
          Import an export
        </a>
      </>
    );
  return (
    <form method="get" action={addresses.compare} className="mt-5 flex flex-col gap-4">
      <Choice name="from" label="From" imports={imports} chosen={from} />
      <Choice name="to" label="To" imports={imports} chosen={to} />
      <button type="submit" className={buttonStyle("primary", "w-full")}>
        Compare
      </button>
    </form>
  );
}

function Choice({
  name,
  label,
  imports,
  chosen,
}: Pick<CompareFormProps, "imports"> & {
  name: string;
  label: string;
  chosen: string | undefined;
}) {
  return (
    <label className="flex flex-col gap-1.5 font-semibold">
      {label}
      <select
        name={name}
        defaultValue={chosen}
        className="min-h-12 w-full rounded-xl border border-control bg-surface px-3 font-normal text-ink"
      >
        {imports.map((one) => (
          <option key={one.id} value={one.id}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  );
}

export default function Compare() {
  const page = useLoaderData<typeof loader>();
  if (page.state === "unavailable")
    return (
      <Unavailable retry={page.address}>
        We cannot reach your exports right now. Your data is safe.
      </Unavailable>
    );
  if (page.state === "refused")
    return (
      <Unavailable retry={page.address} title="Too many comparisons" when={page.refused.when}>
        {page.refused.why}
      </Unavailable>
    );
  if (page.state === "choose")
    return (
      <>
        <h1 className="text-2xl font-extrabold">Compare two exports</h1>
        <p className="mt-2 text-muted">
          See by name who came, left, changed their name and came back between any two of them.
        </p>
        <CompareForm {...page} />
      </>
    );
  if (page.state === "same")
    return (
      <>
        <h1 className="text-2xl font-extrabold">{page.from.date}</h1>
        <p className="mt-5 rounded-card bg-tint p-5 text-muted">
          This is one and the same export, so nothing has changed.
        </p>
        <OtherTwo from={page.from.id} />
      </>
    );
  const title = (
    <h1 className="text-2xl font-extrabold">
      {page.from.date} to {page.to.date}
    </h1>
  );
  const otherTwo = <OtherTwo from={page.from.id} />;
  if (page.state === "comparing")
    return (
      <>
        {title}
        <CheckAgain at={page.address}>
          Your exports are being compared. This takes a moment where the lists are long.
        </CheckAgain>
        {otherTwo}
      </>
    );
  return <ComparedView page={page} title={title} otherTwo={otherTwo} />;
}

function OtherTwo({ from }: { from: string }) {
  return (
    <p className="mt-6">
      <a
        href={`${addresses.compare}?${new URLSearchParams({ from })}`}
        className="font-semibold text-blue-ink underline"
      >
        Compare two others
      </a>
    </p>
  );
}
