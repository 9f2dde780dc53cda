import type { NameList } from "../../platform/values/name-list.ts";

/** Why an export is refused: none of its lists is kept (docs/product.md#problems). */
export const exportRefusals = [
  "not-an-export",
  "html-format",
  "damaged",
  "encrypted",
  "too-large",
  "no-followers",
] as const;
export type ExportRefusal = (typeof exportRefusals)[number];

/** Thrown while an export is read. Its message contains nothing of the export. */
export class ExportRefused extends Error {
  readonly refusal: ExportRefusal;
  /** What was found, where it was refused only after all of it had been read. */
  readonly read: ReadExport | undefined;
  constructor(refusal: ExportRefusal, read?: ReadExport) {
    super(refusal);
    this.refusal = refusal;
    this.read = read;
  }
}

/** Files of exports of several days, or of several accounts, came together. */
export class SeveralExports extends ExportRefused {
  constructor() {
    super("damaged");
  }
}

/** The lists of people in an export (docs/instagram.md#the-export). */
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
  "profileChanges",
  "signup",
  "requests",
  "posts",
  "insights",
  "audienceInsights",
  "likes",
  "comments",
] as const;
export type ExportPart = (typeof partNames)[number];

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
  /** Those that the entry does not name, and that may stand under a label of it which no table knows. */
  unlabelled?: CountedFigure[] | undefined;
}

/** Figures of which there are totals: one that could not be read would be missing there. */
export const countedFigures = ["likes", "comments"] as const;
type CountedFigure = (typeof countedFigures)[number];

/** A label or key of an export that no table knows. Counted for the operator, by name, never with its value. */
export interface UnknownLabel {
  /** The end of the file's path, such as `past_instagram_insights/posts.json`. */
  file: string;
  label: string;
  count: number;
}

/** Whether a label is of insights: figures of posts are missing without it. */
export const isOfInsights = ({ file }: UnknownLabel): boolean => file.includes("insights");

/** Whether a label is of the list of followers. */
export const isOfFollowers = ({ file }: UnknownLabel): boolean => file.endsWith("/followers.json");

/** A moment, or the beginning or end of a day of which nobody knows the time zone. Epoch seconds. */
export interface RangeLimit {
  earliest: number;
  latest: number;
}

/** One of the requests of exports that an export lists. */
export interface ExportRequest {
  /** Epoch seconds; 0 where it is not known. */
  askedAt: number;
  /** Null on a side that has no limit; null as a whole where none can be read. */
  range: { from: RangeLimit | null; to: RangeLimit | null } | null;
}

/** What an export says. All times are epoch seconds unless their name says otherwise. */
export interface ReadExport {
  /** The username in lower case. */
  account: string | null;
  /** Other usernames of the account, as the export says them. Some may be current. */
  ownNames: string[];
  accountCreatedAt: number | null;
  /** Epoch milliseconds: the newest date of the ZIP's entries that is the export's, read as UTC; null where there is none after 2009. */
  newestEntryAt: number | null;
  /** Epoch milliseconds: the date in the file's name. */
  namedAt: number | null;
  /** Epoch milliseconds: where the ZIP was packed anew, the end of the day that its name or its top folder's says. */
  packedBefore: number | null;
  /** What Instagram was asked for: the newest requests, in any order. Which one this export answers is not said. */
  requests: ExportRequest[];
  /** Only those whose file is in the export. */
  lists: Partial<Record<ListName, NameList>>;
  /** Seconds of all own posts, reels and archived posts of the media files. */
  postTimes: number[];
  /** Of `past_instagram_insights`; undefined where the export has no such file. */
  insights: PostFigures[] | undefined;
  /** In the order in which they were found, each once. */
  found: ExportPart[];
  /** Entries of followers and following without a username. */
  skipped: number;
  /** Those of the followers that may have it under a label that no table knows. */
  skippedByLabel: number;
  /** Entries of other files that could not be read, by the end of the file's path. */
  unreadable: Record<string, number>;
  unknownLabels: UnknownLabel[];
  /** The same for exports in which the content of the entries that are read is the same. */
  digest: string;
  /** The digests as earlier releases made them: imports of before `newlyReadSince` are stored with them. */
  formerDigests: readonly string[];
}
