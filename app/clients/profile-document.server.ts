import { z } from "zod";
import { isCategoryKey } from "~/domain/analysis-labels";
import { parseDate } from "~/domain/dates";
import { insightsStatuses, isNote, type Profile } from "~/domain/profile";

/** A Firestore Timestamp, ISO 8601 or epoch milliseconds → epoch milliseconds. */
const moment = z
  .union([
    z.number(),
    z.string().transform(parseDate),
    z
      .custom<{ toMillis(): number }>(
        (value) => typeof (value as { toMillis?: unknown } | null)?.toMillis === "function",
      )
      .transform((stamp) => stamp.toMillis()),
    z.object({ _seconds: z.number() }).transform(({ _seconds }) => _seconds * 1_000),
    z.object({ seconds: z.number() }).transform(({ seconds }) => seconds * 1_000),
  ])
  .refine(Number.isFinite);

const optionalText = z
  .string()
  .nullish()
  .transform((text) => text || undefined);

const category = z
  .object({
    totalValue: z.number().nullable().default(null),
    items: z
      .array(z.object({ username: z.string(), fullName: optionalText, picUrl: optionalText }))
      .nullish(),
  })
  .transform(({ totalValue, items }) => ({ total: totalValue, people: items ?? [] }))
  .nullish()
  .transform((group) => group ?? undefined);

const posts = z
  .array(
    z
      .object({
        postPicUrl: optionalText,
        count: z.number(),
        date: moment.nullish().catch(undefined),
        user: z.unknown(),
      })
      .transform(({ postPicUrl, count, date, user }) => ({
        picUrl: postPicUrl,
        count,
        date: date ?? undefined,
        user: typeof user === "string" ? user : undefined,
      })),
  )
  .nullish();

const cell = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);

/** Only a built-in document has these (contract 10). One that cannot be read counts as not there, here and in notes. */
const builtInCategory = category.catch(undefined);

/** `_notes`, without what is not a note of a category. */
const notesOf = (raw: unknown): Profile["notes"] => {
  const entries = typeof raw === "object" && raw !== null ? Object.entries(raw) : [];
  return Object.fromEntries(entries.filter(([key, note]) => isCategoryKey(key) && isNote(note)));
};

/** A source that cannot be read counts as not there. */
const sources = z
  .object({
    export: z
      .object({ takenAt: moment, account: optionalText })
      .nullish()
      .catch(undefined)
      .transform((found) => found ?? undefined),
    connection: z
      .object({
        readAt: moment,
        account: z.string(),
        hasCommenters: z.boolean(),
        wholePosts: z
          .int()
          .nonnegative()
          .nullish()
          .catch(undefined)
          .transform((found) => found ?? undefined),
        isOtherAccount: z.boolean(),
      })
      .nullish()
      .catch(undefined)
      .transform((found) => found ?? undefined),
  })
  .optional()
  .catch(undefined);

/** `profiles/{uid}` of contracts 6 and 10. */
export const storedProfile = z
  .object({
    _source: z.unknown().optional(),
    _notes: z.unknown().optional(),
    _takenAt: moment.nullish().catch(undefined),
    _sources: sources,
    _insights: z
      .object({
        status: z.enum(insightsStatuses),
        recommendations: z.array(z.string()).nullish(),
      })
      .nullish(),
    _updatedAt: moment.nullish(),
    _calculatedData: z
      .object({
        audience: z
          .object({
            lostFollowers: category,
            newFollowers: category,
            secretFans: category,
            inactiveFollowers: category,
            friends: category,
            fans: category,
            notFollowingBack: builtInCategory,
            returned: builtInCategory,
            renamed: builtInCategory,
            refollowed: builtInCategory,
            pendingRequests: builtInCategory,
          })
          .nullish(),
        other: z.object({ likes: category, comments: category }).nullish(),
      })
      .nullish(),
    topPosts: z.object({ mostLikedPosts: posts, mostCommentedPosts: posts }).nullish(),
    userEngagement: z
      .object({
        engagementRate: z.object({ status: z.string(), cell }).nullish(),
        averageLikesPerPost: z.number().nullish(),
        averageCommentsPerPost: z.number().nullish(),
        reach: z.object({ averagePerDay: z.number(), days: z.number() }).nullish().catch(undefined),
      })
      .nullish(),
    overviewStatistics: z
      .object({
        totalPostsAnalyzed: z.number().nullish(),
        postsWithHiddenLikes: z.number().optional().catch(undefined),
      })
      .nullish(),
  })
  .transform((raw): Profile => {
    const builtIn = raw._source === "built-in";
    const rate = raw.userEngagement?.engagementRate ?? undefined;
    const unknown = builtIn ? undefined : 0;
    const engagement = {
      rate,
      averageLikes: raw.userEngagement?.averageLikesPerPost ?? unknown,
      averageComments: raw.userEngagement?.averageCommentsPerPost ?? unknown,
      reach: (builtIn && raw.userEngagement?.reach) || undefined,
    };
    // Documents from before there were connections have no sources: their only one is the export.
    const onlyExport = {
      export: { takenAt: raw._takenAt ?? raw._updatedAt ?? undefined, account: undefined },
    };
    return {
      source: builtIn ? "built-in" : "outside",
      sources: builtIn ? (raw._sources ?? onlyExport) : {},
      notes: builtIn ? notesOf(raw._notes) : {},
      status: raw._insights?.status ?? "idle",
      recommendations: raw._insights?.recommendations ?? [],
      updatedAt: raw._updatedAt ?? undefined,
      audience: raw._calculatedData?.audience ?? {},
      other: raw._calculatedData?.other ?? {},
      mostLikedPosts: raw.topPosts?.mostLikedPosts ?? undefined,
      mostCommentedPosts: raw.topPosts?.mostCommentedPosts ?? undefined,
      engagement: builtIn || rate ? engagement : undefined,
      totalPostsAnalyzed: raw.overviewStatistics?.totalPostsAnalyzed ?? undefined,
      postsWithHiddenLikes: raw.overviewStatistics?.postsWithHiddenLikes ?? 0,
    };
  });
