import type { NameList } from "../name-list.ts";

/** Why an export is refused: nothing of it is kept (contract 10). */
export const refusals = [
  "not-an-export",
  "html-format",
  "damaged",
  "encrypted",
  "too-large",
  "no-followers",
] as const;
export type Refusal = (typeof refusals)[number];

/** Thrown while an export is read. Its message contains nothing of the export. */
export class ExportRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** The lists of people in an export (instagram.md 2). */
export const listNames = [
  "followers",
  "following",
  "pendingRequests",
  "recentRequests",
  "receivedRequests",
  "recentlyUnfollowed",
  "blocked",
  "closeFriends",
  "restricted",
  "favorites",
  "hideStoryFrom",
  "removedSuggestions",
] as const;
export type ListName = (typeof listNames)[number];

/** What was found in an export: its lists, and these. */
export const partNames = [
  ...listNames,
  "account",
  "signup",
  "requests",
  "posts",
  "insights",
  "audienceInsights",
  "likes",
  "comments",
] as const;
export type Part = (typeof partNames)[number];

/** A post or reel with the figures that Instagram's own insights give. Captions and pictures are never kept. */
export interface PostFigures {
  kind: "post" | "reel" | "story" | "live";
  /** Epoch seconds. */
  postedAt: number;
  /** Null where the export gives no figure that can be read. */
  likes: number | null;
  comments: number | null;
  saves: number | null;
  shares: number | null;
  reach: number | null;
  follows: number | null;
}

/** A label or key of an export that no table knows. Counted for the operator, by name, never with its value. */
export interface UnknownLabel {
  /** The end of the file's path, such as `past_instagram_insights/posts.json`. */
  file: string;
  label: string;
  count: number;
}

/** What an export says. All times are epoch seconds unless their name says otherwise. */
export interface ReadExport {
  /** The username in lower case. */
  account: string | null;
  accountCreatedAt: number | null;
  /** Epoch milliseconds: the newest date of the ZIP's entries, read as UTC; null where there is none after 2009. */
  newestEntryAt: number | null;
  /** Epoch milliseconds: the date in the file's name. */
  namedAt: number | null;
  /** The range that was asked for, of several requests the newest; null on a side that has no limit. */
  requestedRange: { from: number | null; to: number | null } | null;
  /** Only those whose file is in the export. */
  lists: Partial<Record<ListName, NameList>>;
  /** Seconds of all own posts, reels and archived posts of the media files. */
  postTimes: number[];
  /** Of `past_instagram_insights`; undefined where the export has no such file. */
  insights: PostFigures[] | undefined;
  /** In the order in which they were found, each once. */
  found: Part[];
  /** Entries of followers and following without a username. */
  skipped: number;
  /** Entries of other files that could not be read, by the end of the file's path. */
  unreadable: Record<string, number>;
  unknownLabels: UnknownLabel[];
  /** The same for exports in which the content of the entries that are read is the same. */
  digest: string;
}
