import type { Knowing } from "~/features/analysis/analysis-notes";
import type { Profile } from "~/features/analysis/profile";
import type { Growth } from "~/features/growth/growth";
import type { Range } from "~/features/growth/ranges";
import { spanOf } from "~/features/growth/rules/series/span";
import { type PageKey, pageKey } from "~/platform/pages/page-key.server";
import { formatDate } from "~/platform/values/dates";
import { timeZones } from "~/platform/values/time-zone";
import { shownLedger } from "./ledger.server.ts";
import { engagementSection } from "./sections/engagement.server.ts";
import { followersSection } from "./sections/followers.server.ts";
import { gainedAndLeftSection } from "./sections/gained-and-left.server.ts";
import { hoursSection } from "./sections/hours.server.ts";
import { reachSection } from "./sections/reach.server.ts";
import type { SectionInput } from "./sections/section.ts";
import { survivalSection } from "./sections/survival.server.ts";
import { followsUnknown, postsUnknown } from "./sections/unknown.ts";

/** All that the page is made from, but for the growth itself. */
export interface GrowthPageInputs {
  sources: Profile["sources"];
  knowing: Knowing;
  range: Range;
  timeZone: string | null;
  /** When the day begins, in epoch milliseconds. */
  today: number;
}

/** @param mark of the growth: another one for another growth */
export const growthPageKey = (inputs: GrowthPageInputs & { uid: string; mark: string }): PageKey =>
  pageKey(inputs);

/** What the growth page shows. */
export function growthPage(
  growth: Growth,
  { sources, knowing, range, timeZone, today }: GrowthPageInputs,
): GrowthPage {
  const span = spanOf(range, growth, today);
  return {
    range,
    timeZone,
    zones: timeZone === null ? timeZones : [],
    sources: sourcesOf(sources, growth.isOtherAccount),
    ...sectionsOf({ growth, range, span, knowing, timeZone }),
  };
}

function sectionsOf(view: SectionInput) {
  const { exports, posts, reach } = view.growth;
  return {
    sections: [
      followersSection(view),
      ...(exports ? [gainedAndLeftSection(view), survivalSection(view)] : [followsUnknown(view)]),
      ...(posts.length + reach.length > 0
        ? [engagementSection(view), reachSection(view), hoursSection(view, view.timeZone ?? "UTC")]
        : [postsUnknown(view)]),
    ],
    ledger: shownLedger(view),
  };
}

export interface GrowthPage extends ReturnType<typeof sectionsOf> {
  range: Range;
  timeZone: string | null;
  /** To choose from, while none is chosen. */
  zones: readonly string[];
  sources: ReturnType<typeof sourcesOf>;
}

/** Where the figures are from, and of whom, if that is not one account. */
function sourcesOf({ export: exported, connection }: Profile["sources"], isOther: boolean) {
  const from = [
    ...(exported
      ? [
          `your exports${exported.takenAt === undefined ? "" : ` up to ${formatDate(exported.takenAt)}`}`,
        ]
      : []),
    ...(connection ? [`Instagram, read ${formatDate(connection.readAt)}`] : []),
  ];
  return {
    text: from.length > 0 ? `From ${from.join(", and ")}.` : "",
    otherAccount:
      isOther && connection && exported
        ? { connected: connection.account, exported: exported.account ?? "another account" }
        : undefined,
  };
}
