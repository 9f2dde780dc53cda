import type { LoaderFunctionArgs } from "@remix-run/node";
import { profileOrLastGood } from "~/clients/profiles.server";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { isBuiltInKey, isCategoryKey } from "~/domain/analysis-labels";
import { csvCells, csvColumns } from "~/domain/people-lists/people-csv";
import type { ListedPerson } from "~/domain/people-lists/people-list";
import { type CategoryKey, categoryOf, type Profile } from "~/domain/profile";
import { readPeople } from "~/services/category-people.server";
import { csvStream } from "~/web/files/csv-answer.server";
import { requireSubscriber } from "~/web/session/guards.server";
import { notFound, unavailable } from "./messages.ts";

/** The people of a category as a file: of an analysis made here all of them, else those that the profile names. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const key = /([^/]*)\.csv$/.exec(new URL(request.url).pathname)?.[1];
  if (!isCategoryKey(key)) return messagePage(404, notFound);
  try {
    const { profile } = await profileOrLastGood(uid);
    if (!hasFile(profile, key)) return messagePage(404, notFound);
    const parts = await readPeople(uid, profile, key, beginning);
    const isRead = request.method !== "HEAD";
    return csvStream(key, isRead ? linesOf(parts, key === "renamed") : undefined);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(503, unavailable(key));
  }
}

/** A category that the outside system's profile lacks has no file (contract 17). */
const hasFile = (profile: Profile, key: CategoryKey): boolean =>
  profile.source === "built-in" || (!isBuiltInKey(key) && categoryOf(profile, key) !== undefined);

interface Beginning {
  first: ListedPerson[];
  rest: AsyncGenerator<ListedPerson[]>;
}

/** Reads the first part before the answer begins, so that a list that cannot be read has a page, not half a file. */
async function beginning(people: { parts: () => Beginning["rest"] }): Promise<Beginning> {
  const rest = people.parts();
  const { value } = await rest.next();
  return { first: value ?? [], rest };
}

/** A later part that cannot be read breaks the connection: half a file must not look whole. */
async function* linesOf({ first, rest }: Beginning, withFormerNames: boolean) {
  const linesFor = (people: readonly ListedPerson[]) =>
    people.map((one) => csvCells(one, withFormerNames));
  yield [csvColumns(withFormerNames)];
  yield linesFor(first);
  for await (const people of rest) yield linesFor(people);
}
