import { z } from "zod";
import { count } from "../../history/answer-parts.ts";
import type { AudienceShares } from "../../history/instagram-counts.ts";

const named = z.object({ dimension_values: z.array(z.string().max(200)).min(1) });
const result = named.extend({ value: count });

/** A total of `/me/insights` with its breakdown; undefined where Instagram has none, and answers an empty list. */
const brokenDown = z
  .object({
    data: z.array(
      z.object({
        total_value: z
          .object({
            breakdowns: z.array(z.object({ results: z.array(z.unknown()).nullish() })).nullish(),
          })
          .nullish(),
      }),
    ),
  })
  .transform(({ data }) => {
    const found = data[0]?.total_value?.breakdowns?.[0]?.results;
    return found?.map((one): Part => {
      const name = named.safeParse(one).data?.dimension_values[0] ?? null;
      return { name, value: result.safeParse(one).data?.value ?? null };
    });
  });

/** A part of a breakdown. Null: it cannot be read. */
interface Part {
  name: string | null;
  value: number | null;
}

/** A value that Instagram leaves out counts as 0; null where it cannot be read. */
function countOf(parts: readonly Part[], name: string): number | null {
  const found = parts.find((part) => part.name?.toUpperCase() === name);
  if (found) return found.value;
  return parts.some((part) => part.name === null) ? null : 0;
}

/** Views by followers and by others; null where Instagram has none. */
export const viewsAnswer = brokenDown.transform((parts) => {
  if (!parts || parts.length === 0) return null;
  const followers = countOf(parts, "FOLLOWER");
  const others = countOf(parts, "NON_FOLLOWER");
  if (followers === null || others === null) return null;
  const all = parts.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return { followers, others, unknown: all - followers - others };
});

/**
 * How many followed and left on the day that was asked for, in the same form. No source settles that `FOLLOWER` followed
 * and `NON_FOLLOWER` left (docs/instagram.md#counted-by-instagram).
 */
export const followsAnswer = viewsAnswer.transform(
  (found) => found && { followed: found.followers, left: found.others },
);

/** Instagram gives 45 of a kind at most. */
const mostShares = 60;

/** Followers by country, city, age or gender, largest first; null where Instagram has none. */
export const demographicsAnswer = brokenDown.transform((parts): AudienceShares | null =>
  parts && parts.length > 0
    ? parts
        .flatMap(({ name, value }) =>
          name === null || value === null ? [] : [{ name, followers: value }],
        )
        .sort((one, other) => other.followers - one.followers)
        .slice(0, mostShares)
    : null,
);
