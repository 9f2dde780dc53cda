import { mapped, stamp } from "./export-entries.ts";
import { insightKeysIn } from "./export-labels.ts";
import type { ExportOptions } from "./export-options.ts";
import type { OwnPost } from "./own-posts.ts";

/** Own posts or reels, form D: no likes, no address. */
export function mediaEntry({ at, caption }: OwnPost, index: number): object {
  const medium = { uri: pictureOf(at, index), creation_timestamp: at - 1, title: "" };
  return { media: [medium], title: caption, creation_timestamp: at };
}

/** A story, which is one medium and not a list of them. */
export function storyEntry({ at }: OwnPost, index: number): object {
  return { uri: pictureOf(at, index), creation_timestamp: at, title: "" };
}

/** The figures of one post, form E. */
export function insightEntry(post: OwnPost, index: number, options: ExportOptions): object {
  const keys = insightKeysIn[options.insights];
  const uri = pictureOf(post.at, index);
  const isReel = post.kind === "reel" && options.insights === "en";
  const values = {
    ...(isReel
      ? {
          "Upload Timestamp": post.at,
          "Instagram Likes": figure(post.likes),
          "Instagram Comments": figure(post.comments),
          "Instagram Saves": figure(post.saves),
          "Instagram Shares": figure(post.shares),
          "Instagram Plays": figure(post.impressions),
        }
      : {
          [keys.created]: post.at,
          [keys.likes]: figure(post.likes),
          [keys.comments]: figure(post.comments),
          [keys.saves]: figure(post.saves),
          [keys.shares]: figure(post.shares),
          [keys.impressions]: figure(post.impressions),
          [keys.profileVisits]: figure(post.profileVisits),
          // Instagram itself leaves single figures out now and then.
          [keys.follows]: post.likes % 11 === 0 ? "--" : figure(post.follows),
        }),
    [keys.reach]: figure(post.reach),
  };
  return {
    ...mapped(values, options),
    media_map_data: { [keys.thumbnail]: { uri, creation_timestamp: post.at, title: post.caption } },
  };
}

/** Totals of 90 days. 'Overall followers' is the net change. */
export function audienceEntry(followers: number, change: number, options: ExportOptions): object {
  return mapped(
    {
      "Date Range": "Mar 3 - May 31",
      Followers: figure(followers),
      "Followers Delta": `${change >= 0 ? "+" : ""}${change}`,
      Follows: figure(Math.abs(change) * 3),
      Unfollows: figure(Math.abs(change) * 2),
      "Overall followers": figure(change),
    },
    options,
  );
}

/** Whole numbers as Instagram writes them: text, with commas. */
function figure(value: number): string {
  return value.toLocaleString("en-US");
}

/** What the person liked and commented on, of others: nothing that the app may use for a figure of the person's own. */
export function likeEntry(username: string, at: number, options: ExportOptions): object {
  const link = { href: `https://www.instagram.com/p/C${at.toString(36)}/`, value: "👍" };
  return { title: username, string_list_data: [{ ...link, ...stamp(at, options) }] };
}

export function commentEntry(username: string, at: number, options: ExportOptions): object {
  return mapped(
    { Comment: "Belo trabalho, ¡felicidades!", "Media Owner": username, Time: at },
    options,
  );
}

function pictureOf(at: number, index: number): string {
  const month = new Date(at * 1000).toISOString().slice(0, 7).replace("-", "");
  return `media/posts/${month}/${at}_${index}.jpg`;
}
