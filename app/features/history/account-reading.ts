import type { MediumFigures } from "./insights-answer.ts";
import type { InstagramCounts } from "./instagram-counts.ts";

/** A post or reel as the last readings left it. Captions and comments' texts are never read. */
export interface ReadPost {
  id: string;
  kind: "post" | "reel";
  /** Epoch milliseconds. */
  postedAt: number;
  permalink: string | null;
  pictureUrl: string | null;
  /** Null: the owner hides likes. */
  likes: number | null;
  comments: number | null;
  /** Instagram's insights; a metric that it does not give is absent. */
  figures: MediumFigures;
  /** When its comments and insights were last read, in epoch milliseconds; null if never. */
  readAt: number | null;
  /** Who commented on it or answered there, in lower case, each once, with how often. Not the account itself. */
  commenters: readonly (readonly [username: string, comments: number])[];
}

/** All that the connection has given. */
export interface AccountReading {
  /** When the last reading that brought figures ended, in epoch milliseconds. */
  readAt: number;
  /** In lower case. */
  username: string;
  /** What it was called before, in lower case, and until when it surely was: epoch milliseconds. */
  formerNames?: readonly { username: string; until: number }[];
  /** As Instagram said it last, which a later reading need not have done. */
  followers: number | null;
  following: number | null;
  /** The latest posts and reels, at most 200, newest first. */
  posts: readonly ReadPost[];
  /** Instagram never gave a list of posts: nothing is known of them, not even that there are none. */
  lacksPosts?: true;
  /** Whether the comments of any of them that has some were read to the end, or none has any: who is silent is known. */
  hasCommenters: boolean;
  /** Posts whose comments were read to the end. */
  wholePosts?: number;
  /**
   * `followers_count` of each day on which it was read, oldest first; `at` in epoch seconds, when Instagram said so: a reading may end later,
   * and one may come without a count.
   */
  followerCounts: readonly { at: number; followers: number }[];
  /** The reach of each day, oldest first; `endsAt` in epoch milliseconds. */
  reach: readonly { endsAt: number; reach: number }[];
  /** What Instagram counts itself. */
  counts?: InstagramCounts;
}
