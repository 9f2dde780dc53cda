import { z } from "zod";

// Where an analysis says that its pieces are.

export const pieceRange = z.object({ at: z.number().int().min(0), count: z.number().int().min(0) });
export type PieceRange = z.output<typeof pieceRange>;

/** Where growth, what each import changed and the names for pages stand, behind the people. */
export const growthPieces = z.object({
  growth: pieceRange,
  /** What each import changed. The name is from when that was only who left. */
  departures: pieceRange,
  names: pieceRange.exactOptional(),
});
export type GrowthPieces = z.output<typeof growthPieces>;

/** Position of the first row of a category, how many it has, and how many more are hidden. */
const placeOfCategory = z.object({
  start: z.number(),
  total: z.number(),
  hidden: z.number().exactOptional(),
});
export type PlaceOfCategory = z.output<typeof placeOfCategory>;

const pairs = z.array(
  z.object({ old: z.string(), new: z.string(), isHidden: z.literal(true).exactOptional() }),
);

/** Where the people of each category are in the pieces. */
export const peopleIndex = z.object({
  /** Of each piece, the position of its first row among the rows of all. */
  starts: z.array(z.number()),
  categories: z.record(z.string(), placeOfCategory),
  /**
   * Epoch milliseconds: when the last export was taken, the one before it, and the one since which whoever is lost may be gone.
   * `isPart` where the last one does not tell all who left.
   */
  between: z
    .object({
      from: z.number(),
      to: z.number(),
      previous: z.number().exactOptional(),
      isPart: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  /** Whether people may have come since the export before, or in the last 30 days of a single one, whom no export shows. */
  missesNew: z.literal(true).exactOptional(),
  /** Of whom the subscriber says that they are one person, as far as the exports bear it out. */
  inEffect: pairs.exactOptional(),
  /** Those of which they say so without effect, and of whom somebody is hidden. */
  hiddenSame: pairs.exactOptional(),
  /** Somebody lost and somebody new whose names are alike: it may be one person. */
  alike: pairs.exactOptional(),
  /** Of the pending requests: for how long they have been waiting (`waitingOf`). */
  waiting: z.array(z.number()).exactOptional(),
});
export type PeopleIndex = z.output<typeof peopleIndex>;
