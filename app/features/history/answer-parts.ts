import { z } from "zod";
import { parseDate } from "../../platform/values/dates.ts";

/** Parts that the schemas of Instagram's answers share (docs/instagram.md#official-interface). They expect `parseExactJson`. */

/** Ids are text. Safe in a path and as a document's name. */
export const idText = z.union([
  z.string().regex(/^[\w-]{1,64}$/),
  z.int().nonnegative().transform(String),
]);

/** Usernames are compared in lower case. */
export const username = z
  .string()
  .min(1)
  .max(100)
  .transform((name) => name.toLowerCase());

/** `2026-05-02T07:00:00+0000`, whose offset has no colon → epoch milliseconds. */
export const instagramMoment = z.string().transform(parseDate).refine(Number.isFinite);

export const count = z.int().nonnegative();

/** A web address to show or link to, null where there is none or it is no web address. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .max(4_000)
  .nullish()
  .transform((url) => url ?? null)
  .catch(null);

/** The entries of a list that have the expected form, and how many have not. */
export const entries = <S extends z.ZodType>(schema: S) =>
  z.array(z.unknown()).transform((list) => {
    const read = list.flatMap((entry): z.output<S>[] => {
      const checked = schema.safeParse(entry);
      return checked.success ? [checked.data] : [];
    });
    return { read, skipped: list.length - read.length };
  });

/**
 * `after`: the cursor of the next page, null on the last one. A cursor stands there on the last page, too; only `next`
 * tells. `next` itself is never followed or kept: it contains the access token. `lost`: 1 where there is a next page that
 * cannot be asked for.
 */
export const nextCursor = z
  .object({
    cursors: z.object({ after: z.string().min(1).max(2_000).nullish() }).nullish(),
    next: z.string().nullish(),
  })
  .nullish()
  .transform((paging) => {
    if (!paging?.next) return { after: null, lost: 0 };
    const inAddress = URL.canParse(paging.next) && new URL(paging.next).searchParams.get("after");
    const after = paging.cursors?.after ?? (inAddress || null);
    return { after, lost: after === null ? 1 : 0 };
  });
