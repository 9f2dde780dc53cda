import { type Fields, isFields, listOf, timeOf, timestampSeconds } from "./entry-fields.ts";
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

function postTimeOf(entry: Fields): number | undefined {
  const time = timestampSeconds(entry.creation_timestamp);
  if (time !== undefined) return time;
  // A post with one picture has its time there only.
  for (const picture of listOf(entry.media)) {
    const taken = isFields(picture) ? timestampSeconds(picture.creation_timestamp) : undefined;
    if (taken !== undefined) return taken;
  }
  return timeOf(entry);
}

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
