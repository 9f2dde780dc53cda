import {
  type Fields,
  isFields,
  listOf,
  timeOf,
  timeOfPicture,
  timestampSeconds,
} from "./entry-fields.ts";
import type { ReaderOfFile } from "./findings.ts";
import { insightsReader } from "./insights.ts";

/** Own posts, reels and archived posts (form D of docs/instagram.md#the-export). Only their times are taken. */
export const mediaReader: ReaderOfFile = (file, findings) => {
  const times: number[] = [];
  let unreadable = 0;
  return {
    item(entry) {
      const time = isFields(entry) ? postTimeOf(entry) : undefined;
      if (time === undefined) unreadable += 1;
      else times.push(time);
      findings.checkPosts(times.length);
    },
    commit() {
      findings.find("posts");
      findings.addPosts(times);
      findings.unreadable(file.end, unreadable);
    },
  };
};

/** A post with one picture has its time there only. */
const postTimeOf = (entry: Fields): number | undefined =>
  timestampSeconds(entry.creation_timestamp) ?? timeOfPicture(listOf(entry.media)) ?? timeOf(entry);

/** A file without its folder, such as `reels.json`: its key says whether it holds posts or their insights. */
export const loneReader: ReaderOfFile = (file, findings) => {
  const insights = insightsReader(
    { ...file, end: `past_instagram_insights/${file.end}` },
    findings,
  );
  const media = mediaReader(file, findings);
  const used = new Set<typeof media>();
  return {
    item(entry, key) {
      // Stories are no posts: nothing of them is taken but insights.
      if (key === "ig_stories") return;
      const reader = key.startsWith("organic_insights") ? insights : media;
      used.add(reader);
      reader.item(entry, key);
    },
    commit() {
      for (const reader of used) reader.commit();
    },
  };
};
