import { knowingOf } from "~/domain/analysis-notes";
import { formatDate } from "~/domain/dates";
import type { Growth } from "~/domain/growth/growth";
import type { Range } from "~/domain/growth/ranges";
import { rangeOf, spanOf } from "~/domain/growth-series/span";
import type { Profile } from "~/domain/profile";
import { env } from "~/env.server";
import { ledgerOf } from "./ledger.server.ts";
import { engagementSection } from "./sections/engagement.server.ts";
import { followersSection } from "./sections/followers.server.ts";
import { gainedAndLeftSection } from "./sections/gained-and-left.server.ts";
import { hoursSection } from "./sections/hours.server.ts";
import { reachSection } from "./sections/reach.server.ts";
import type { GrowthView } from "./sections/section.ts";
import { survivalSection } from "./sections/survival.server.ts";
import { followsUnknown, postsUnknown } from "./sections/unknown.ts";

const zones = Intl.supportedValuesOf("timeZone");

interface Asked {
  profile: Profile;
  growth: Growth;
  /** `?range=`. */
  range: string | null;
  timeZone: string | null;
  now: number;
}

/** What the growth page shows. The same is made once for the same growth, range, day and time zone. */
export function growthPage({ profile, growth, range: asked, timeZone, now }: Asked): GrowthPage {
  const range = rangeOf(asked);
  const span = spanOf(range, growth, now);
  const knowing = knowingOf(env.ANALYSIS_SOURCES, profile);
  const name = JSON.stringify([range, span.to, timeZone, knowing, profile.sources]);
  const made = pagesOf(growth);
  const known = made.get(name);
  if (known) return known;
  const page = {
    range,
    timeZone,
    zones: timeZone === null ? zones : [],
    sources: sourcesOf(profile, growth.isOtherAccount),
    ...sectionsOf({ growth, range, span, knowing }, timeZone ?? "UTC"),
  };
  made.set(name, page);
  return page;
}

function sectionsOf(view: GrowthView, timeZone: string) {
  const { exports, posts, reach } = view.growth;
  return {
    sections: [
      followersSection(view),
      ...(exports ? [gainedAndLeftSection(view), survivalSection(view)] : [followsUnknown(view)]),
      ...(posts.length + reach.length > 0
        ? [engagementSection(view), reachSection(view), hoursSection(view, timeZone)]
        : [postsUnknown(view)]),
    ],
    ledger: ledgerOf(view),
  };
}

export interface GrowthPage extends ReturnType<typeof sectionsOf> {
  range: Range;
  timeZone: string | null;
  /** To choose from, while none is chosen. */
  zones: readonly string[];
  sources: ReturnType<typeof sourcesOf>;
}

const madePages = new WeakMap<Growth, Map<string, GrowthPage>>();
/** Ranges of two days, at least. */
const mostPages = 8;

function pagesOf(growth: Growth): Map<string, GrowthPage> {
  const made = madePages.get(growth) ?? new Map();
  if (made.size >= mostPages) made.clear();
  madePages.set(growth, made);
  return made;
}

/** Where the figures are from, and of whom, if that is not one account. */
function sourcesOf({ sources: { export: exported, connection } }: Profile, isOther: boolean) {
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
