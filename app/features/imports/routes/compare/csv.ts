import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { MessageProps } from "~/design/message";
import { messagePage } from "~/design/message-page.server";
import { peopleFile } from "~/features/analysis/people-csv.server";
import { asSearchRefused, SearchRefused } from "~/features/analysis/searches.server";
import { changeKinds } from "~/features/history/history";
import { comparedPeople, comparisonOf } from "~/features/imports/services/comparisons.server";
import { requireImporter } from "~/features/imports/services/guard.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";
import { retryAfter } from "~/platform/values/waiting";
import { askedComparison } from "./page-of.server.ts";

/** Milliseconds that a file is waited for: who asks for one sees nothing meanwhile. */
const patience = 20_000;

/** The people of a kind of change between two imports as a file. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireImporter(request);
  const url = new URL(request.url);
  const kind = changeKinds.find((one) => one === url.searchParams.get("kind"));
  if (!kind) return messagePage(400, noSuchKind);
  const again = notReady(`${url.pathname}${url.search}`);
  return orElse(
    async () => {
      const asked = await askedComparison(uid, url).catch((thrown: unknown) => {
        if (thrown instanceof Response) return undefined;
        throw thrown;
      });
      if (!asked || "isOpen" in asked) return messagePage(404, noSuchComparison);
      if ("turned" in asked) return redirect(`${addresses.compareFile}?${asked.turned}`, 303);
      const found = await comparisonOf(uid, asked, patience).catch(asSearchRefused);
      if (found instanceof SearchRefused)
        return messagePage(found.status, again, retryAfter(found.wait));
      if (!found) return messagePage(503, again);
      return peopleFile(
        request,
        { uid, name: `compare-${kind}`, kind },
        comparedPeople(found, kind),
      );
    },
    () => messagePage(503, again),
  );
}

const toCompare = sentences({ label: "Compare two exports", href: addresses.compare });

const noSuchKind: MessageProps = sentences({
  title: "There is no such file",
  text: "A comparison has files of those who are lost, new, renamed, returned or refollowed.",
  links: [toCompare],
});

const noSuchComparison: MessageProps = sentences({
  title: "Page not found",
  text: "There are no such two exports of yours to compare.",
  links: [toCompare],
});

const notReady = (address: string): MessageProps => ({
  art: "failing",
  title: say`Not ready yet`,
  text: say`Your exports could not be compared yet. Please try again in a moment.`,
  links: [{ label: say`Try again`, href: address }, toCompare],
});
