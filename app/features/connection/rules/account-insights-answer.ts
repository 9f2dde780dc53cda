import { z } from "zod";
import { count } from "../../history/answer-parts.ts";
import type { AudienceShares } from "../../history/instagram-counts.ts";

const results = z.array(z.unknown());
const result = z.object({ dimension_values: z.array(z.string().max(200)).min(1), value: count });

/** A total of `/me/insights` in its parts. Without any, Instagram has none: unavailable data is an empty list. */
const brokenDown = z
  .object({
    data: z.array(
      z.object({
        total_value: z
          .object({ breakdowns: z.array(z.object({ results: results.nullish() })).nullish() })
          .nullish(),
      }),
    ),
  })
  .transform(({ data }) => {
    const found = data[0]?.total_value?.breakdowns?.[0]?.results;
    return found?.flatMap((one) => {
      const checked = result.safeParse(one);
      if (!checked.success) return [];
      const [name = ""] = checked.data.dimension_values;
      return [{ name, value: checked.data.value }];
    });
  });

const countOf = (parts: readonly { name: string; value: number }[], name: string) =>
  parts.find((part) => part.name.toUpperCase() === name)?.value ?? 0;

/**
 * Who followed and who left on the day that was asked for; null where Instagram has none. That `FOLLOWER` followed and
 * `NON_FOLLOWER` left, no source settles (docs/instagram.md#counted-by-instagram).
 */
export const followsAnswer = brokenDown.transform((parts) =>
  parts ? { followed: countOf(parts, "FOLLOWER"), left: countOf(parts, "NON_FOLLOWER") } : null,
);

/** Views by who saw it; null where Instagram has none. */
export const viewsAnswer = brokenDown.transform((parts) => {
  if (!parts || parts.length === 0) return null;
  const followers = countOf(parts, "FOLLOWER");
  const others = countOf(parts, "NON_FOLLOWER");
  const all = parts.reduce((sum, { value }) => sum + value, 0);
  return { followers, others, unknown: all - followers - others };
});

/** Instagram gives 45 of a kind at most. */
const mostShares = 60;

/** Followers by country, city, age or gender, largest first; null where Instagram has none. */
export const demographicsAnswer = brokenDown.transform((parts): AudienceShares | null =>
  parts && parts.length > 0
    ? parts
        .map(({ name, value }) => ({ name, followers: value }))
        .sort((one, other) => other.followers - one.followers)
        .slice(0, mostShares)
    : null,
);
