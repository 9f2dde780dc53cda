import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { isBuiltInKey, isCategoryKey } from "~/features/analysis/analysis-labels";
import { readPeople } from "~/features/analysis/category-people.server";
import { type CategoryKey, categoryOf, type Profile } from "~/features/analysis/profile";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { csvCells, csvColumns } from "~/features/history/people-csv";
import type { ListedPerson } from "~/features/history/people-list";
import { csvStream } from "~/platform/http/files/csv-answer.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { listNotFound, listUnavailable } from "./messages.ts";

/** The people of a category as a file: of an analysis made here all of them, else those that the profile names. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const key = /([^/]*)\.csv$/.exec(new URL(request.url).pathname)?.[1];
  if (!isCategoryKey(key)) return messagePage(404, listNotFound);
  return orElse(
    async () => {
      const { profile } = await profileOrLastGood(uid);
      if (!hasFile(profile, key)) return messagePage(404, listNotFound);
      const parts = await readPeople(uid, profile, key, beginning);
      const isRead = request.method !== "HEAD";
      return csvStream(key, isRead ? linesOf(parts, key === "renamed") : undefined);
    },
    () => messagePage(503, listUnavailable(key)),
  );
}

/** A category that the outside system's profile lacks has no file (docs/product.md#csv). */
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
