import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireSubscriber } from "~/features/account/guards.server";
import { isCategoryKey } from "~/features/analysis/analysis-labels";
import { readPeople } from "~/features/analysis/category-people.server";
import { peopleFile } from "~/features/analysis/people-csv.server";
import { type CategoryKey, categoryOf, type Profile } from "~/features/analysis/profile";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
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
      return readPeople(uid, profile, key, (people) =>
        peopleFile(request, { uid, name: key }, people),
      );
    },
    () => messagePage(503, listUnavailable(key)),
  );
}

/** A category that the outside system's profile lacks has no file (docs/product.md#csv). */
const hasFile = (profile: Profile, key: CategoryKey): boolean =>
  profile.source === "built-in" || categoryOf(profile, key) !== undefined;
