import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { profileOrLastGood } from "~/clients/profiles.server";
import { UpstreamError } from "~/clients/upstream.server";
import { CheckAgain } from "~/components/check-again";
import { Clock } from "~/components/clock";
import { Unavailable } from "~/components/unavailable";
import { categoryLabels, isBuiltInKey, isCategoryKey } from "~/domain/analysis-labels";
import { withCommas } from "~/domain/numbers";
import { categoryOf } from "~/domain/profile";
import { pictureAddress } from "~/services/pictures.server";
import { addresses } from "~/web/addresses";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";
import { PeopleList } from "./people-list.tsx";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const title = page && "title" in page ? page.title : "People";
  return pageMeta(title, `${title}: the people behind this number in your Instagram analysis.`);
};

/** The people of a category, which its tile on the analytics page links to. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const key = params.category;
  if (!isCategoryKey(key)) throw new Response(null, { status: 404 });
  const page = {
    title: categoryLabels[key],
    back: addresses.analytics,
    address: `${addresses.analytics}/${key}`,
  };
  try {
    const { profile, stale } = await profileOrLastGood(uid);
    if (isBuiltInKey(key) && profile.source !== "built-in")
      throw new Response(null, { status: 404 });
    const category = categoryOf(profile, key);
    const people = (category?.people ?? []).map(({ username, fullName, picUrl }) => ({
      username,
      fullName,
      src: pictureAddress(picUrl, 96),
    }));
    return { ...page, total: category?.total ?? null, people, stale };
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data({ ...page, unavailable: true as const }, 503);
  }
}

export default function Category() {
  const page = useLoaderData<typeof loader>();
  if ("unavailable" in page)
    return (
      <Unavailable retry={page.address}>
        We cannot reach your analysis right now. Your data is safe.
      </Unavailable>
    );
  const { title, address, total, people, stale } = page;
  return (
    <>
      <h1 className="flex flex-wrap items-baseline justify-between gap-3 text-2xl font-extrabold">
        {title}
        <span className="text-blue-ink tabular-nums">
          {total === null ? <Clock /> : withCommas(total)}
        </span>
      </h1>
      {stale && (
        <CheckAgain at={address}>
          We cannot reach your analysis right now. This is the last list that we received.
        </CheckAgain>
      )}
      {total !== null && people.length > 0 && people.length < total && (
        <p className="mt-2 text-sm text-muted">
          This list shows the {withCommas(people.length)} people that the analysis names.
        </p>
      )}
      {people.length === 0 ? (
        <p className="mt-6 rounded-card bg-tint p-5 text-muted">
          {total === null
            ? "This number is still being counted. Please come back when the analysis has finished."
            : "There is nobody to show here at the moment."}
        </p>
      ) : (
        <PeopleList people={people} />
      )}
    </>
  );
}
