import type { Growth, GrowthPost } from "~/features/growth/growth";

export const growth = (more: Partial<Growth> = {}): Growth => ({
  isOtherAccount: false,
  exports: null,
  instagramCounts: [],
  reach: [],
  posts: [],
  ledger: { outcome: "needs-export" },
  ...more,
});

/** Exports of all time; times are ISO 8601. */
export const exportsOf = (...imports: [takenAt: string, followers: number | null][]) => ({
  imports: imports.map(([takenAt, followers]) => ({
    takenAt: Date.parse(takenAt),
    followers,
    changes: null,
    losses: [],
    covers: null,
  })),
  stayed: { quarters: [20_000 * 96], counts: [1] },
  left: { quarters: [], counts: [] },
  gaps: [],
  firstLook: null,
});

export const counted = (time: string, followers: number) => ({
  at: Date.parse(time) / 1_000,
  followers,
});

export const post = (time: string, likes: number | null, more: Partial<GrowthPost> = {}) => ({
  kind: "post" as const,
  postedAt: Date.parse(time) / 1_000,
  permalink: null,
  likes,
  comments: 0,
  saves: null,
  shares: null,
  reach: null,
  follows: null,
  rate: null,
  ...more,
});
