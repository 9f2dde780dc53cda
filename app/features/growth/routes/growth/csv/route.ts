import type { LoaderFunctionArgs } from "@remix-run/node";
import { messagePage } from "~/design/message-page.server";
import { requireOwnAnalysis } from "~/features/account/guards.server";
import { timeZoneOf } from "~/features/account/settings.server";
import { profileOrLastGood } from "~/features/analysis/profiles.server";
import { isGrowthFile } from "~/features/growth/chart";
import { growthOf } from "~/features/growth/growth.server";
import { spanOf } from "~/features/growth/ranges";
import { growthSheets } from "~/features/growth/rules/sheets";
import { csvAnswer } from "~/platform/http/files/csv-answer.server";
import { speakingIn } from "~/platform/languages/languages.server";
import { orElse, unlessDown } from "~/platform/upstream/upstream.server";
import { addresses } from "~/platform/values/addresses";
import { say, sentences } from "~/platform/values/say";

const toGrowth = sentences({ label: "Back to your growth", href: addresses.growth });

/** A chart of the growth page as a file, whole, whatever range is shown. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireOwnAnalysis(request);
  const key = /([^/]*)\.csv$/.exec(new URL(request.url).pathname)?.[1];
  if (!isGrowthFile(key)) return missing();
  return orElse(
    async () => {
      const { profile } = await profileOrLastGood(uid);
      const growth = profile.source === "built-in" ? await growthOf(uid) : undefined;
      if (!growth) return missing();
      const timeZone = (await unlessDown(timeZoneOf(uid))) ?? "UTC";
      const span = spanOf("all", growth, Date.now());
      // A file is read by programs: its words are those of English, whoever asks.
      const sheet = speakingIn("en", () => growthSheets[key]({ growth, span, timeZone }));
      return csvAnswer(key, sheet);
    },
    () =>
      messagePage(503, {
        art: "failing",
        title: say`Something went wrong`,
        text: say`We cannot read your figures right now. Please try again in a moment.`,
        links: [{ label: say`Try again`, href: new URL(request.url).pathname }, toGrowth],
      }),
  );
}

const missing = () =>
  messagePage(404, {
    title: say`Page not found`,
    text: say`There is no such file of your growth.`,
    links: [toGrowth],
  });
