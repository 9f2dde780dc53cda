import type { ExportPart } from "./export.ts";

// Also runs in the browser, which opens the ZIP on the device and sends only the entries that are read.

/** How the content of a file is read. */
export type FileKind =
  | "relations"
  | "account"
  | "changes"
  | "signup"
  | "requests"
  | "media"
  | "insights"
  | "either";

export interface KnownFile {
  part: ExportPart;
  /** Undefined: that the file is there is all that is taken from it. */
  kind: FileKind | undefined;
  /** The end of its path without the number of the part: nothing of the subscriber's. */
  end: string;
}

type Row = readonly [
  part: ExportPart,
  kind: FileKind | undefined,
  /** "" where the name alone says it. */
  folder: string,
  /** Names without `.json` and without the number that parts of a list have. */
  ...names: (string | RegExp)[],
];

/** Files by the end of their path (docs/instagram.md#the-export). */
const rows: readonly Row[] = [
  ["pendingRequests", "relations", "", "pending_follow_requests"],
  ["recentRequests", "relations", "", "recent_follow_requests"],
  // Its apostrophe comes as that of the favourites does.
  ["receivedRequests", "relations", "", /^follow_requests_you.{0,8}ve_received$/],
  ["recentlyUnfollowed", "relations", "", "recently_unfollowed_profiles"],
  ["recentlyUnfollowed", "relations", "", "recently_unfollowed_accounts"],
  ["blocked", "relations", "", "blocked_profiles", "blocked_accounts"],
  ["closeFriends", "relations", "", "close_friends"],
  ["restricted", "relations", "", "restricted_profiles", "restricted_accounts"],
  // The apostrophe is plain, typographic, or broken by a program that packed the files again.
  ["favorites", "relations", "", /^(profiles|accounts)_you.{0,8}ve_favou?rited$/],
  ["hideStoryFrom", "relations", "", "hide_story_from"],
  ["removedSuggestions", "relations", "", "removed_suggestions"],
  ["account", "account", "", "personal_information"],
  ["profileChanges", "changes", "", "profile_changes"],
  ["signup", "signup", "", "signup_details", "instagram_signup_details", "signup_information"],
  ["requests", "requests", "", "your_information_download_requests"],
  ["insights", "insights", "past_instagram_insights", "posts", "reels", "stories", "live_videos"],
  ["audienceInsights", undefined, "", "audience_insights", "content_interactions"],
  ["audienceInsights", undefined, "", "profiles_reached", "accounts_reached"],
  ["posts", "media", "media", "reels", "archived_posts", "igtv_videos"],
  ["posts", "media", "content", "reels", "archived_posts", "igtv_videos"],
  ["likes", undefined, "", "liked_posts", "liked_comments"],
  ["comments", undefined, "", "post_comments", "reels_comments"],
];

/** Numbered only: `media/posts.json` says other things about the posts of `posts_1.json`. */
const numberedRows: readonly Row[] = [
  ["posts", "media", "media", "posts"],
  ["posts", "media", "content", "posts"],
];

/** Of Threads and of Facebook, other networks: their lists and accounts have the names of Instagram's. */
const foldersOfOthers = ["threads", "friends_and_followers"];

/** Names that other folders of an export have, too: the file must be in its own folder, or in at most one other. */
const listRows: readonly Row[] = [
  ["followers", "relations", "followers_and_following", "followers"],
  ["following", "relations", "followers_and_following", "following"],
];

/** Without any folder around, the content says whether it is about posts or their insights. */
const loneRows: readonly Row[] = [
  ["posts", "either", "", "posts", "reels", "stories", "live_videos", "archived_posts"],
  ["posts", "either", "", "igtv_videos"],
];

/**
 * What phones and browsers add to a name: `followers_1 (1).json`, `followers_1-2.json`, `followers_1 copy.json`,
 * `followers_1.json.txt`.
 */
const addedToName =
  /(?: -)?(?: copy)?(?:[ -]\d+| ?\(\d+\))?\.json(?:[ -]\d+| ?\(\d+\))?(?:\.txt)?$/i;

/** The path under the name that Instagram gave the file. */
export const ownPath = (path: string): string => path.replace(addedToName, ".json");

/** @param path of an entry of a ZIP, or the name of a file that was sent alone */
export function knownFile(path: string): KnownFile | undefined {
  const [, folders = "", name] =
    /^(?:(.*)\/)?([^/]*)\.json$/s.exec(ownPath(path).toLowerCase()) ?? [];
  const isOfOthers = folders.split("/").some((one) => foldersOfOthers.includes(one));
  if (name === undefined || isOfOthers) return undefined;
  const folder = folders.slice(folders.lastIndexOf("/") + 1);
  const base = name.replace(/_\d+$/, "");
  const isNamed = ([, , , ...names]: Row) =>
    names.some((known) => (typeof known === "string" ? known === base : known.test(base)));
  const isIn = (row: Row) => row[2] === "" || row[2] === folder;
  const isNear = folder === folders;
  const row =
    rows.find((known) => isIn(known) && isNamed(known)) ??
    numberedRows.find((known) => base !== name && isIn(known) && isNamed(known)) ??
    listRows.find((known) => (isIn(known) || isNear) && isNamed(known)) ??
    loneRows.find((known) => folders === "" && isNamed(known));
  return row && { part: row[0], kind: row[1], end: `${row[2] && `${row[2]}/`}${base}.json` };
}

/** What the file would be if it were JSON: the export was asked for as HTML. */
export const knownPage = (path: string): KnownFile | undefined =>
  /\.html$/i.test(path) ? knownFile(path.replace(/html$/i, "json")) : undefined;

/** Folders that only Instagram's exports have. */
const exportFolder =
  /(^|\/)(connections|followers_and_following|logged_information|past_instagram_insights|personal_information|your_instagram_activity)\//i;

export const isOfExport = (path: string): boolean =>
  knownFile(path) !== undefined || exportFolder.test(path);

/**
 * The mark in place of an entry that is not read, with nothing of the subscriber's: it says that a part is there, that the
 * format is wrong, or that it is an export at all.
 * @returns undefined for an entry that says nothing
 */
export function markOfEntry(path: string): string | undefined {
  if (knownPage(path)) return "following.html";
  return knownFile(path)?.end ?? (exportFolder.test(path) ? "connections/" : undefined);
}

const listParts: readonly (ExportPart | undefined)[] = ["followers", "following"];

/** Whether an entry must be sent: its content is read, or its name says that the export has the wrong format. */
export const isRead = (path: string): boolean =>
  knownFile(path)?.kind !== undefined || listParts.includes(knownPage(path)?.part);
