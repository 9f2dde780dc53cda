import type { AccountState } from "./account-state.ts";
import { connectionFiles } from "./export-connections.ts";
import { labelled, mapped } from "./export-entries.ts";
import { type ExportFile, isOld, listFile, pickEvery } from "./export-file.ts";
import { htmlFiles } from "./export-html.ts";
import { labelsIn } from "./export-labels.ts";
import {
  audienceEntry,
  commentEntry,
  insightEntry,
  likeEntry,
  mediaEntry,
  storyEntry,
} from "./export-media.ts";
import { type ExportOptions, rangeOf, type Section } from "./export-options.ts";
import { oddFiles } from "./export-other.ts";
import type { History } from "./history.ts";
import type { OwnPost } from "./own-posts.ts";

const day = 86_400;

/** The files of an account's export at one moment, without prefix. Their content is made while it is read. */
export function exportFiles(history: History, options: ExportOptions): ExportFile[] {
  const state = history.stateAt(options.at);
  if (options.format === "html") return htmlFiles(state, history, options);
  const files: Record<Section, () => ExportFile[]> = {
    connections: () => connectionFiles(state, options),
    account: () => [accountFile(history, options)],
    signup: () => [signupFile(history, options)],
    requests: () => [requestsFile(options)],
    media: () => mediaFiles(history, options),
    insights: () => insightFiles(state, history, options),
    activity: () => activityFiles(state, options),
    other: () => oddFiles(options),
  };
  return options.sections.flatMap((section) => files[section]());
}

function accountFile({ options: owner }: History, options: ExportOptions): ExportFile {
  const { username, name, email } = labelsIn[options.language];
  const entry = mapped(
    { [email]: "owner@example.com", [username]: owner.username, [name]: owner.fullName },
    options,
  );
  const folder = isOld(options)
    ? "account_information"
    : "personal_information/personal_information";
  return listFile(`${folder}/personal_information.json`, [entry], options, "profile_user");
}

function signupFile({ options: owner, createdAt }: History, options: ExportOptions): ExportFile {
  const { username, time } = labelsIn[options.language];
  const entry = mapped({ [username]: owner.username, [time]: createdAt }, options);
  const folder = isOld(options)
    ? "login_and_account_creation"
    : "security_and_login_information/login_and_profile_creation";
  return listFile(
    `${folder}/signup_details.json`,
    [entry],
    options,
    "account_history_registration_info",
  );
}

/** The newest request first, with the range that this export was asked for, and an older one for all time. */
function requestsFile(options: ExportOptions): ExportFile {
  const { startDate, endDate } = labelsIn[options.language];
  const { daysBefore = 0, says = rangeOf(options), zone } = options.request;
  const requestedAt = options.at - 600 - daysBefore * day;
  const limit = (time: number) =>
    zone === undefined ? time : new Date((time + zone * 3_600) * 1_000).toISOString().slice(0, 10);
  const request = (at: number, start: number | undefined, end: number) =>
    labelled(at, options, [
      ...(start === undefined ? [] : [[startDate, limit(start)] as const]),
      [endDate, limit(end)],
    ]);
  return listFile(
    "your_instagram_activity/other_activity/your_information_download_requests.json",
    [
      request(requestedAt, says.from, says.to ?? requestedAt),
      request(requestedAt - 200 * day, undefined, requestedAt - 200 * day),
    ],
    options,
  );
}

function mediaFiles({ posts }: History, options: ExportOptions): ExportFile[] {
  const folder = isOld(options) ? "content" : "your_instagram_activity/media";
  const of = (kind: OwnPost["kind"]) => postsOfKind(posts, kind, options);
  return [
    listFile(`${folder}/posts_1.json`, of("post").map(mediaEntry), options),
    listFile(`${folder}/reels.json`, of("reel").map(mediaEntry), options, "ig_reels_media"),
    listFile(`${folder}/stories.json`, of("story").map(storyEntry), options, "ig_stories"),
  ];
}

function insightFiles(state: AccountState, history: History, options: ExportOptions): ExportFile[] {
  const folder = isOld(options)
    ? "past_instagram_insights"
    : "logged_information/past_instagram_insights";
  const list = (kind: OwnPost["kind"], name: string) =>
    listFile(
      `${folder}/${name}.json`,
      postsOfKind(history.posts, kind, options).map((post, index) =>
        insightEntry(post, index, options),
      ),
      options,
      `organic_insights_${name}`,
    );
  const followers = state.followers().size;
  const change = followers - history.stateAt(options.at - 90 * day).followers().size;
  return [
    list("post", "posts"),
    list("reel", "reels"),
    list("story", "stories"),
    listFile(
      `${folder}/audience_insights.json`,
      [audienceEntry(followers, change, options)],
      options,
      "organic_insights_audience",
    ),
  ];
}

function activityFiles(state: AccountState, options: ExportOptions): ExportFile[] {
  const folder = isOld(options) ? "" : "your_instagram_activity/";
  const others = [...pickEvery(state.following(), 5)];
  return [
    listFile(
      `${folder}likes/liked_posts.json`,
      others.map(({ username, since }) => likeEntry(username, since + day, options)),
      options,
      "likes_media_likes",
    ),
    listFile(
      `${folder}comments/post_comments_1.json`,
      others.map(({ username, since }) => commentEntry(username, since + day, options)),
      options,
    ),
  ];
}

/** Newest first, within the range and not after the export. */
function postsOfKind(posts: readonly OwnPost[], kind: OwnPost["kind"], options: ExportOptions) {
  const { from = 0, to = options.at } = rangeOf(options);
  return posts
    .filter((post) => post.kind === kind && post.at >= from && post.at <= Math.min(to, options.at))
    .toReversed();
}
