import {
  type ActionFunctionArgs,
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { buttonStyle } from "~/design/button";
import { FormMessage } from "~/design/form-message";
import { FormToken } from "~/design/form-token";
import { Pages } from "~/design/pages";
import { Unavailable } from "~/design/unavailable";
import { requireSubscriber } from "~/features/account/guards.server";
import { answerPeoplePress } from "~/features/analysis/people-presses.server";
import { PersonLink } from "~/features/analysis/person-link";
import { sourceOf } from "~/features/analysis/profiles.server";
import { hiddenNamesOf } from "~/features/imports/services/press-people.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses, queryOf } from "~/platform/values/addresses";
import { withCommas } from "~/platform/values/numbers";
import { pageCount, pageNumber, pageSize } from "~/platform/values/paging";
import { say } from "~/platform/values/say";

const address = addresses.category("hidden");
const layout = () => ({ title: say`Hidden people`, back: addresses.analytics });

export const meta: MetaFunction = () => pageMeta("Hidden people", "Whom you do not want to see.");
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Whom the subscriber has hidden (docs/product.md#hidden-people). */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  return orElse(
    async () => {
      const source = await sourceOf(uid);
      const names = await hiddenNamesOf(uid, { source });
      const pages = pageCount(names.length);
      const number = Math.min(pageNumber(queryOf(request).get("page")), pages);
      const from = (number - 1) * pageSize;
      return {
        ...layout(),
        total: names.length,
        names: names.slice(from, from + pageSize),
        isOwn: source !== "outside",
        number,
        pages,
      };
    },
    () => data({ ...layout(), unavailable: true as const }, 503),
  );
}

export const action = ({ request }: ActionFunctionArgs) => answerPeoplePress(request, "hidden");

export default function HiddenPeople() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const message = answer?.refused;
  if ("unavailable" in page)
    return (
      <Unavailable retry={address}>
        {message ?? "We cannot reach your lists right now. Your data is safe."}
      </Unavailable>
    );
  const { total, names, isOwn } = page;
  return (
    <>
      <div className="mb-6 empty:hidden">
        <FormMessage message={message} />
      </div>
      <h1 className="flex flex-wrap items-baseline justify-between gap-3 text-2xl font-extrabold">
        Hidden people
        <span className="text-blue-ink tabular-nums">{withCommas(total)}</span>
      </h1>
      <p className="mt-2 text-muted">
        {isOwn
          ? "They stay in every count, and in no list, file, letter or report by name. To hide somebody, open their page."
          : "They stay in every count, and are in no list by name. To hide somebody, press the button beside their name."}
      </p>
      {total === 0 ? (
        <p className="mt-6 rounded-card bg-tint p-5 text-muted">You have hidden nobody.</p>
      ) : (
        <form method="post" action={address} className="mt-4">
          <FormToken />
          <input type="hidden" name="press" value="show" />
          <ul className="divide-y divide-line">
            {names.map((username) => (
              <li key={username} className="flex items-center justify-between gap-3 py-2">
                <span className="min-w-0 font-bold wrap-anywhere">
                  {isOwn ? <PersonLink username={username} /> : <bdi>{username}</bdi>}
                </span>
                <button
                  type="submit"
                  name="username"
                  value={username}
                  aria-label={`Show again: ${username}`}
                  className={buttonStyle("quiet", "shrink-0")}
                >
                  Show again
                </button>
              </li>
            ))}
          </ul>
        </form>
      )}
      <Pages address={address} query={{}} page={page} />
    </>
  );
}
