import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { profileOrLastGood } from "~/clients/profiles.server";
import { UpstreamError } from "~/clients/upstream.server";
import { CheckAgain } from "~/components/check-again";
import { Clock } from "~/components/clock";
import { Picture } from "~/components/picture";
import { Unavailable } from "~/components/unavailable";
import { categoryLabels, isCategoryKey } from "~/domain/labels";
import { withCommas } from "~/domain/numbers";
import { categoryOf } from "~/domain/profile";
import { pictureAddress } from "~/services/pictures.server";
import { addresses } from "~/web/addresses";
import { pageMeta } from "~/web/document/page-meta";
import { requireSubscriber } from "~/web/session/guards.server";

export const meta: MetaFunction<typeof loader> = ({ data: page }) => {
  const title = page && "title" in page ? page.title : "People";
  return pageMeta(title, `${title}: the people behind the figure of your Instagram analysis.`);
};

/** The people behind a tile's number. */
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
          We cannot reach your analysis right now. This is what we last knew.
        </CheckAgain>
      )}
      {total !== null && people.length > 0 && people.length < total && (
        <p className="mt-2 text-sm text-muted">
          The list shows the {withCommas(people.length)} that the analysis names.
        </p>
      )}
      {people.length === 0 ? (
        <p className="mt-6 rounded-card bg-tint p-5 text-muted">
          {total === null
            ? "This number is still being counted. Come back when the analysis has finished."
            : "There is nobody to list here at the moment."}
        </p>
      ) : (
        <ul className="mt-5 divide-y divide-line">
          {people.map(({ username, fullName, src }) => (
            <li key={username} className="flex items-center gap-4 py-3">
              <Picture
                src={src}
                alt=""
                width={48}
                height={48}
                className="size-[48px] shrink-0 overflow-hidden rounded-full"
              />
              <span className="min-w-0">
                <span className="block font-bold">{username}</span>
                {fullName && <span className="block text-sm text-muted">{fullName}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
