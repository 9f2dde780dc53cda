import { z } from "zod";
import { isCategoryKey } from "~/features/analysis/analysis-labels";
import {
  audienceKeys,
  type CategoryKey,
  comparedKeys,
  followedKeys,
  insightsStatuses,
  isNote,
  otherKeys,
  type Profile,
} from "~/features/analysis/profile";
import { parseDate } from "~/platform/values/dates";
import { moment } from "~/platform/values/moment";

/** A Firestore Timestamp, ISO 8601 or epoch milliseconds → epoch milliseconds. */
const date = z
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
  .refine((at) => moment(at) !== undefined);

// The outside system may have written the document, and any part may be missing (docs/product.md#profile-document).
// A part that cannot be read counts as missing, and the others are still used.

/** Undefined where it is not there, or cannot be read. */
const part = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .catch(undefined)
    .transform((found) => found ?? undefined);

/** The entries of a list that can be read. */
const entries = <S extends z.ZodType>(schema: S) =>
  z.array(part(schema)).transform((list) => list.filter((entry) => entry !== undefined));

/** A number, or one as text. */
const figure = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .transform(Number)
    .pipe(z.number()),
]);

const optionalText = part(z.string()).transform((text) => text || undefined);

const category = part(
  z
    .object({
      totalValue: part(z.number()),
      items: part(
        entries(z.object({ username: z.string(), fullName: optionalText, picUrl: optionalText })),
      ),
    })
    .transform(({ totalValue, items }) => ({ total: totalValue ?? null, people: items ?? [] })),
);

const categories = <Key extends CategoryKey>(keys: readonly Key[]) =>
  part(
    z.object(
      Object.fromEntries(keys.map((key) => [key, category])) as Record<Key, typeof category>,
    ),
  );

/** `_followed`: the people whom the subscriber follows. A null total has its note beside it. */
const followed = categories(followedKeys);
const followedNotes = part(
  z.record(z.string(), z.object({ note: z.unknown().optional() })),
).transform((found = {}) =>
  Object.fromEntries(Object.entries(found).map(([key, { note }]) => [key, note])),
);

const post = z
  .object({
    postPicUrl: optionalText,
    count: figure,
    date: part(date),
    user: part(z.string()),
  })
  .transform(({ postPicUrl, ...post }) => ({ picUrl: postPicUrl, ...post }));

/** Where no post can be read, that is not the same as none. */
const posts = part(z.tuple([]).or(entries(post).refine(({ length }) => length > 0)));

const cell = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);

/** `_notes`, without what is not a note of a category. */
const notesOf = (raw: unknown): Profile["notes"] => {
  const entries = typeof raw === "object" && raw !== null ? Object.entries(raw) : [];
  return Object.fromEntries(entries.filter(([key, note]) => isCategoryKey(key) && isNote(note)));
};

const sources = part(
  z.object({
    export: part(z.object({ takenAt: date, account: optionalText })),
    connection: part(
      z.object({
        readAt: date,
        account: z.string(),
        hasCommenters: z.boolean(),
        wholePosts: part(z.int().nonnegative()),
        isOtherAccount: z.boolean(),
      }),
    ),
  }),
);

/** Whose a document is (docs/product.md#sources). */
export const makerOf = (source: unknown) => (source === "built-in" ? "built-in" : "outside");

/** `profiles/{uid}` of docs/product.md#profile-document and docs/product.md#sources. All pages go by its status: a document whose status cannot be read is refused. */
export const storedProfile = z
  .object({
    _source: z.unknown().optional(),
    _notes: z.unknown().optional(),
    _followed: z.unknown().optional(),
    _takenAt: part(date),
    _sources: sources,
    _insights: z
      .object({
        status: z.enum(insightsStatuses).nullish(),
        recommendations: part(entries(z.string())),
      })
      .nullish(),
    _updatedAt: part(date),
    _calculatedData: part(
      z.object({
        audience: categories([...audienceKeys, ...comparedKeys]),
        other: categories(otherKeys),
      }),
    ),
    topPosts: part(z.object({ mostLikedPosts: posts, mostCommentedPosts: posts })),
    userEngagement: part(
      z.object({
        engagementRate: part(z.object({ status: z.string(), cell })),
        averageLikesPerPost: part(figure),
        averageCommentsPerPost: part(figure),
        reach: part(z.object({ averagePerDay: z.number(), days: z.number() })),
      }),
    ),
    overviewStatistics: part(
      z.object({
        totalPostsAnalyzed: part(z.number()),
        postsWithHiddenLikes: part(z.number()),
      }),
    ),
  })
  .transform((raw): Profile => {
    const builtIn = makerOf(raw._source) === "built-in";
    const engagement = {
      rate: raw.userEngagement?.engagementRate,
      averageLikes: raw.userEngagement?.averageLikesPerPost,
      averageComments: raw.userEngagement?.averageCommentsPerPost,
      reach: (builtIn && raw.userEngagement?.reach) || undefined,
    };
    // Documents from before there were connections have no sources: their only one is the export.
    const onlyExport = {
      export: { takenAt: raw._takenAt ?? raw._updatedAt, account: undefined },
    };
    return {
      source: makerOf(raw._source),
      sources: builtIn ? (raw._sources ?? onlyExport) : {},
      notes: builtIn
        ? { ...notesOf(raw._notes), ...notesOf(followedNotes.parse(raw._followed)) }
        : {},
      status: raw._insights?.status ?? "idle",
      recommendations: raw._insights?.recommendations ?? [],
      updatedAt: raw._updatedAt,
      audience: {
        ...raw._calculatedData?.audience,
        ...(builtIn && followed.parse(raw._followed)),
      },
      other: raw._calculatedData?.other ?? {},
      mostLikedPosts: raw.topPosts?.mostLikedPosts,
      mostCommentedPosts: raw.topPosts?.mostCommentedPosts,
      engagement: builtIn || raw.userEngagement ? engagement : undefined,
      totalPostsAnalyzed: raw.overviewStatistics?.totalPostsAnalyzed,
      postsWithHiddenLikes: raw.overviewStatistics?.postsWithHiddenLikes ?? 0,
    };
  });
