import {
  data,
  type HeadersFunction,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { buttonStyle, SubmitButton } from "~/design/button";
import { CheckAgain } from "~/design/check-again";
import { FoldSummary } from "~/design/fold";
import { FormToken } from "~/design/form-token";
import { PageIcon } from "~/design/page-icons";
import { Unavailable } from "~/design/unavailable";
import { requireOwnAnalysis } from "~/features/account/guards.server";
import { saidSameOf } from "~/features/analysis/beside-lists.server";
import { SaidToBeSame, SayWhoIsWho } from "~/features/analysis/same-person";
import { refusedSearch } from "~/features/analysis/searches.server";
import { instagramAddress } from "~/features/export/instagram-address";
import { ImportsUnreadable } from "~/features/history/import-documents.server";
import type { SaidSame, SamePerson } from "~/features/history/same-people";
import { notFound } from "~/features/imports/services/guard.server";
import { type FoundPerson, findPerson } from "~/features/imports/services/people.server";
import { hiddenNamesOf } from "~/features/imports/services/press-people.server";
import { pageMeta } from "~/platform/pages/page-meta";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { commaList } from "~/platform/values/listed";
import { say } from "~/platform/values/say";
import { eventWords, followerKinds, standingWords } from "./course-words.ts";

export const meta: MetaFunction = () =>
  pageMeta("Person", "Somebody's course over all your exports.");
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

/** What is known of one person over all exports (docs/product.md#person). */
export async function loader({ request, params: { username = "" } }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  const asked = username.toLowerCase();
  const page = { title: say`Person`, back: addresses.analytics, address: addresses.person(asked) };
  return orElse(
    personNamed(uid, asked).then(
      (content) => ({ ...page, ...content }),
      (error: unknown) => refusedSearch(page, error),
    ),
    (failure) =>
      failure instanceof ImportsUnreadable
        ? redirect(addresses.import)
        : data({ ...page, unavailable: true as const }, 503),
  );
}

/** @throws a 404 for somebody who is in no export */
async function personNamed(uid: string, asked: string) {
  const found = await findPerson(uid, asked);
  if (!found) throw notFound();
  if (found === "late") return { late: asked };
  const { username, otherNames } = found;
  const [hidden, allSaid] = await Promise.all([
    hiddenNamesOf(uid, { source: "built-in" }),
    saidSameOf(uid),
  ]);
  const names = [username, ...otherNames];
  const said = allSaid.filter((one) => names.includes(one.old) || names.includes(one.new));
  return {
    isWide: true,
    person: {
      username,
      instagram: instagramAddress(username),
      otherNames,
      standing: standingWords(found),
      events: found.events.map(eventWords).reverse(),
      isHidden: hidden.includes(username),
      said,
      mayBeSame: halfOfSame(found, said),
    },
  };
}

/**
 * What the form that joins two names is filled in with: `old` for a person who left, `new` for one who came; undefined for
 * one who is in a pair already.
 */
function halfOfSame(
  { username, events, followsSince }: FoundPerson,
  said: readonly SaidSame[],
): Partial<SamePerson> | undefined {
  const last = events.findLast(({ kind }) => followerKinds.has(kind))?.kind;
  if (last === "left" && followsSince === undefined && !said.some((one) => one.old === username))
    return { old: username };
  const hasCome = events.find(({ kind }) => followerKinds.has(kind))?.kind === "new";
  const isTold = said.some((one) => one.new === username);
  return hasCome && last !== "left" && !isTold ? { new: username } : undefined;
}

export default function Person() {
  const page = useLoaderData<typeof loader>();
  if ("unavailable" in page)
    return (
      <Unavailable retry={page.address}>
        We cannot reach your exports right now. Your data is safe.
      </Unavailable>
    );
  if ("refused" in page)
    return (
      <Unavailable retry={page.address} title="Too many at once" when={page.refused.when}>
        {page.refused.why}
      </Unavailable>
    );
  if (page.late !== undefined)
    return (
      <>
        <Name>{page.late}</Name>
        <CheckAgain at={page.address}>
          Your exports are being looked through. This takes a moment where the lists are long.
        </CheckAgain>
      </>
    );
  const { username, instagram, otherNames, standing, events, isHidden, said, mayBeSame } =
    page.person;
  return (
    <div className="beside-list">
      <div>
        <Name>{username}</Name>
        {otherNames.length > 0 && (
          <p className="mt-1 text-muted wrap-anywhere">
            also called <bdi>{commaList(otherNames)}</bdi>
          </p>
        )}
        <ul className="mt-4 flex flex-col gap-1.5">
          {standing.map((sentence) => (
            <li key={sentence} className="font-semibold">
              {sentence}
            </li>
          ))}
        </ul>
        {instagram && (
          <a
            href={instagram}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle("quiet", "mt-5 w-full px-4")}
          >
            See them on Instagram
            <PageIcon name="external" className="size-4" />
          </a>
        )}
        <form method="post" action={addresses.category("hidden")} className="mt-3">
          <FormToken />
          <input type="hidden" name="username" value={username} />
          <SubmitButton name="press" value={isHidden ? "show" : "hide"} tone="plain">
            {isHidden ? "Hidden: show them in your lists again" : "Hide them in your lists"}
          </SubmitButton>
        </form>
        {said.length > 0 && (
          <section aria-labelledby="said" className="mt-6">
            <h2 id="said" className="font-bold">
              You have said that this is one person
            </h2>
            <SaidToBeSame said={said} />
          </section>
        )}
        {mayBeSame && (
          <details className="mt-6">
            <FoldSummary className="font-semibold text-blue-ink">
              {mayBeSame.old ? "They have a new name?" : "They had another name before?"}
            </FoldSummary>
            <SayWhoIsWho typed={mayBeSame} />
          </details>
        )}
      </div>
      {events.length > 0 && (
        <section aria-labelledby="course" className="mt-8 lg:mt-0">
          <h2 id="course" className="pt-1 text-xl font-extrabold">
            Over all your exports
          </h2>
          <ol className="mt-3 divide-y divide-line">
            {events.map(({ when, what }) => (
              <li key={`${when} ${what}`} className="py-3 wrap-anywhere">
                <p className="font-semibold">{what}</p>
                <p className="text-sm text-muted first-letter:uppercase">{when}</p>
              </li>
            ))}
          </ol>
        </section>
      )}
    </div>
  );
}

const Name = ({ children }: { children: string }) => (
  <h1 className="text-2xl font-extrabold wrap-anywhere">
    <bdi>{children}</bdi>
  </h1>
);
