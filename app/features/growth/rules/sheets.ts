import type { Cell } from "../../../platform/values/csv.ts";
import { shownAt } from "../../../platform/values/zoned-time.ts";
import { bestHours, hoursInBlock, weekdays } from "../../analysis/best-hours.ts";
import type { GrowthFile } from "../chart.ts";
import { officialDays } from "../counted-by-instagram.ts";
import { engagementSeries } from "../engagement.ts";
import { type FollowersPoint, followersSeries } from "../followers.ts";
import { backBetween, gainedBy, leftBetween } from "../gained-and-left.ts";
import type { ComparedPost, Growth, LedgerPost } from "../growth.ts";
import type { Span } from "../ranges.ts";
import { survivalByMonth } from "../survival.ts";
import { audienceShares } from "./audience-shares.ts";
import { burstsOf } from "./ledger.ts";

/** What a file is made from. */
export interface SheetSource {
  growth: Growth;
  /** All that is known, up to now. */
  span: Span;
  timeZone: string;
}

/** A file's cells, the head first. Times are ISO 8601 in UTC; what is unknown is empty. */
export type Sheet = readonly (readonly Cell[])[];

const iso = (at: number) => new Date(at).toISOString().replace(".000Z", "Z");
const isoMonth = (at: number, timeZone: string) => iso(shownAt(at, timeZone)).slice(0, 7);
const cell = (value: number | null | undefined): Cell =>
  value === null || value === undefined ? "" : Math.round(value * 1_000) / 1_000;

/** A chart of the growth page as cells, whole, whatever range is shown. */
export const growthSheets: Record<GrowthFile, (source: SheetSource) => Sheet> = {
  followers({ growth }) {
    const line = (points: readonly FollowersPoint[], from: string) =>
      points.map(({ at, followers, hasGap }) => [
        iso(at),
        cell(followers),
        from,
        // What is reconstructed lacks those who had left before the first export.
        from === "reconstructed" || hasGap ? "no" : "yes",
      ]);
    const { reconstructed, exported, instagram } = followersSeries(growth);
    return [
      ["at", "followers", "known_from", "complete"],
      ...line(reconstructed, "reconstructed"),
      ...line(exported, "export"),
      ...line(instagram, "instagram"),
    ];
  },
  "gained-and-left": ({ growth, span, timeZone }) => [
    ["what", "from", "to", "people", "whole", "only_who_stayed"],
    ...gainedBy("week", growth, span, timeZone).map(
      ({ from, to, gained, isWhole, isOfStayers }) => [
        "followed",
        iso(from),
        iso(to),
        cell(gained),
        isWhole ? "yes" : "no",
        isOfStayers ? "yes" : "no",
      ],
    ),
    ...leftBetween(growth, span).map(({ from, to, left, isPart }) => [
      "left",
      iso(from),
      iso(to),
      cell(left),
      isPart ? "no" : "yes",
      "no",
    ]),
    ...backBetween(growth, span).flatMap(({ from, to, returned, refollowed, isPart }) =>
      (
        [
          ["came back", returned],
          ["left and followed again", refollowed],
        ] as const
      ).flatMap(([what, count]) =>
        count > 0 ? [[what, iso(from), iso(to), cell(count), isPart ? "no" : "yes", "no"]] : [],
      ),
    ),
  ],
  "counted-by-instagram": ({ growth, span }) => [
    ["day", "followed", "left", "may_change"],
    ...officialDays(growth, span).map(({ at, followed, left, mayChange }) => [
      iso(at).slice(0, 10),
      followed,
      left,
      mayChange ? "yes" : "no",
    ]),
  ],
  survival: ({ growth, span, timeZone }) => [
    ["month", "came", "still_there", "percent", "first_seen_late"],
    ...survivalByMonth(growth, span, timeZone).map(
      ({ from, came, stayed, percent, isSeenLate }) => [
        isoMonth(from, timeZone),
        cell(came),
        cell(stayed),
        cell(percent),
        isSeenLate ? "yes" : "no",
      ],
    ),
  ],
  engagement: ({ growth, span }) => [
    ["posted_at", "kind", "likes_and_comments"],
    ...engagementSeries(growth.posts, span).points.map(({ at, post, engagement }) => [
      iso(at),
      post.kind,
      cell(engagement),
    ]),
  ],
  reach: ({ growth }) => [
    ["day_ends_at", "accounts_reached"],
    ...growth.reach.map(({ endsAt, reach }) => [iso(endsAt), cell(reach)]),
  ],
  "when-to-post"({ growth, timeZone }) {
    const hours = bestHours(growth.posts, timeZone);
    return [
      ["time_zone", "weekday", "from_hour", "to_hour", "posts", "times_usual", "score", "chance"],
      ...(hours.outcome === "known" ? hours.blocks : []).map(({ rated, ...block }) => [
        timeZone,
        weekdays[block.weekday] ?? "",
        block.fromHour,
        block.fromHour + hoursInBlock,
        cell(block.posts),
        cell(rated?.times),
        cell(rated?.score),
        cell(rated && rated.chance / 100),
      ]),
    ];
  },
  "what-brought-followers": ({ growth }) => {
    const { ledger } = growth;
    const tested = ledger.outcome === "tested" ? ledger.posts : [];
    const bursts = burstsOf(ledger);
    const bySecond = new Map(
      [...tested, ...bursts].map((post): [number, ComparedPost & Partial<LedgerPost>] => [
        post.postedAt,
        post,
      ]),
    );
    const isBurst = new Set(bursts.map(({ postedAt }) => postedAt));
    const read = new Set(growth.posts.map(({ postedAt }) => postedAt));
    // Of some, only the time is known, from an export.
    const others = [...bySecond.values()].flatMap(({ postedAt, kind }) =>
      read.has(postedAt) ? [] : [{ postedAt, kind, follows: null }],
    );
    return [
      [
        "posted_at",
        "kind",
        "counted_by_instagram",
        "came_in_48_hours",
        "usual",
        "chance",
        "stands_out",
        "largest_burst",
      ],
      ...[...growth.posts, ...others].map(({ postedAt, kind, follows }) => {
        const found = bySecond.get(postedAt);
        return [
          iso(postedAt * 1_000),
          kind ?? "",
          cell(follows),
          cell(found?.came),
          cell(found?.usual),
          found?.chance === undefined ? "" : Number(found.chance.toPrecision(3)),
          found?.standsOut === undefined ? "" : found.standsOut ? "yes" : "no",
          found ? (isBurst.has(postedAt) ? "yes" : "no") : "",
        ];
      }),
    ];
  },
  "your-audience": ({ growth }) => [
    ["of", "name", "counted", "percent"],
    ...(growth.counted?.audience ? audienceShares(growth.counted.audience) : []).flatMap(
      ({ of, parts }) => parts.map(({ name, count, percent }) => [of, name, count, cell(percent)]),
    ),
  ],
  "your-reels": ({ growth }) => [
    ["posted_at", "average_watch_seconds", "skip_percent"],
    ...(growth.counted?.reels ?? []).map(({ postedAt, watched, skipped }) => [
      iso(postedAt * 1_000),
      cell(watched === null ? null : watched / 1_000),
      cell(skipped),
    ]),
  ],
};
