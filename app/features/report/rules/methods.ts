import { formatDate, zoneWords } from "../../../platform/values/dates.ts";
import { allOf } from "../../../platform/values/listed.ts";
import { withCommas } from "../../../platform/values/numbers.ts";
import { say, sentences } from "../../../platform/values/say.ts";
import { categoryLabels } from "../../analysis/analysis-labels.ts";
import { type CategoryKey, categoryKeys, categoryOf } from "../../analysis/profile.ts";
import { exportWords } from "./cover.ts";
import type { ReportInput } from "./input.ts";
import type { Method } from "./report.ts";

const how: Record<CategoryKey, string> = sentences({
  likes: "Totals over exactly the posts that were analyzed. Hidden likes are left out.",
  comments: "Totals over exactly the posts that were analyzed. Hidden likes are left out.",
  lostFollowers:
    "By comparing what is known after your last two exports: they are missing from the newer one, and it covers the time in which they had followed. Renamed people are not among them.",
  newFollowers:
    "By comparing what is known after your last two exports: they are in the newer one only, and followed since. Of a single export: who followed in its last 30 days.",
  secretFans: "They commented on posts that were read, and do not follow you.",
  inactiveFollowers:
    "They follow you, and did not comment on the posts that were read. Nobody can see who liked a post.",
  friends: "They follow you, and you follow them.",
  fans: "They follow you, and you do not follow them.",
  notFollowingBack: "You follow them, and they do not follow you.",
  returned:
    "By comparing what is known after your last two exports: they are back with the second of their old follow, as after a deactivation.",
  renamed:
    "By comparing what is known after your last two exports: another name with the same second of the follow.",
  refollowed:
    "By comparing what is known after your last two exports: the same name with a newer second of the follow.",
  pendingRequests: "The follow requests in your export that wait for an answer.",
  followedByYou:
    "By comparing whom you follow in your last two exports: they are in the newer one only.",
  unfollowedByYou:
    "By comparing whom you follow in your last two exports: they are missing from the newer one. You stopped following them, or their account is gone.",
  newFriends:
    "By comparing whom you follow in your last two exports and those who follow you: they follow you and you follow them, and one of the two is new.",
  lostFriends:
    "By comparing whom you follow in your last two exports and those who follow you: you followed each other, and one of the two has ended.",
});
const ofConnection: readonly CategoryKey[] = ["secretFans", "inactiveFollowers"];
const ofPosts: readonly CategoryKey[] = ["likes", "comments"];

/** How each figure was made, and from what and when. */
export function methodsOf(input: ReportInput): Method[] {
  const { profile, growth } = input;
  const { updatedAt } = profile;
  if (profile.source !== "built-in")
    return [
      {
        figure: say`All figures`,
        how: say`Taken from the analysis of your profile as it stands.`,
        source:
          updatedAt === undefined
            ? say`The analysis`
            : say`The analysis of ${formatDate(updatedAt)}`,
      },
      {
        figure: say`Engagement`,
        how: say`Calculated as total likes + comments divided by total posts.`,
        source: say`The same analysis`,
      },
    ];
  const { ofExports, ofReadings, posts: ofPostFigures } = sourcesOf(input);
  const known = categoryKeys.filter((key) => (categoryOf(profile, key)?.total ?? null) !== null);
  const rows = known.map((key) => ({
    figure: categoryLabels[key],
    how: how[key],
    source: ofPosts.includes(key)
      ? ofPostFigures
      : ofConnection.includes(key)
        ? say`${ofExports}; ${ofReadings}`
        : ofExports,
  }));
  return [
    ...rows,
    engagementMethod(ofPostFigures),
    ...(growth ? growthMethods(input) : []),
    {
      figure: say`Recommendations`,
      how: say`Prepared sentences that hold for your figures, the most important first.`,
      source: say`All of the above`,
    },
  ];
}

const engagementMethod = (source: string): Method => ({
  figure: say`Engagement`,
  how: say`Likes and comments of a post are its engagement. The averages are totals divided by posts; the level is the median over the last 30 posts, as a share of the followers of their time.`,
  source,
});

function sourcesOf({ profile: { sources } }: ReportInput) {
  const { connection, export: exported } = sources;
  const ofExports = exported ? capital(exportWords(exported)) : say`Your Instagram exports`;
  const ofReadings = connection
    ? say`Instagram, read ${formatDate(connection.readAt)}`
    : say`Your connection to Instagram`;
  return { ofExports, ofReadings, posts: connection ? ofReadings : say`${ofExports} (insights)` };
}

function growthMethods(input: ReportInput): Method[] {
  const { ofExports, ofReadings, posts: ofPostFigures } = sourcesOf(input);
  const imports = input.growth?.exports?.imports ?? [];
  const [first, last] = [imports[0], imports.at(-1)];
  const span =
    first && last && imports.length > 1
      ? say`${imports.length} exports, ${formatDate(first.takenAt)} to ${formatDate(last.takenAt)}`
      : ofExports;
  const hasReadings = input.profile.sources.connection !== undefined;
  return allOf(
    {
      figure: say`Followers over time`,
      how: say`Counted by your exports and by Instagram. Exports count those whom the newest names, and of earlier ones those beyond its range. The dashed line is reconstructed from the seconds of the follows of those who were there on the day of the first export.`,
      source: hasReadings ? (imports.length > 0 ? say`${span}; ${ofReadings}` : ofReadings) : span,
    },
    {
      figure: say`Gained and lost`,
      how: say`Gained by the second of the follow, those who have left since included; weeks and months begin at midnight, ${zoneWords(input.timeZone)}. A loss has no date: it lies between two exports, and is spread evenly over that time. Who left and followed again between two exports is counted neither as come nor as left.`,
      source: span,
    },
    {
      figure: say`Who stayed`,
      how: say`Of those who came in a month and were seen in an export, the share that is in the newest.`,
      source: span,
    },
    {
      figure: say`When to post`,
      how: say`Likes and comments of each post as a standard score of your own posts; the median of each weekday and three hours, pulled towards the mean where few posts stand behind it.`,
      source: ofPostFigures,
    },
    input.growth?.ledger.outcome === "tested" && ledgerMethod(span),
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const ledgerMethod = (source: string): Method => ({
  figure: say`What brought followers`,
  how: say`Follows within 48 hours after a post, less the usual of those weekdays, tested against ${withCommas(5_000)} times drawn by lot that are within 48 hours of no post (Benjamini-Hochberg at 10%). The largest bursts are counted, not tested: what came, beside what is usual.`,
  source,
});
