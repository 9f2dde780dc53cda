import { encodeGrowth } from "~/features/growth/encode-growth";
import type { Growth } from "~/features/growth/growth";
import { firestore } from "~/platform/store/firebase.server";
import type { Member } from "./member.ts";

interface Analysed {
  growth: Growth;
  came?: readonly string[];
  left?: readonly string[];
  recommendations?: readonly string[];
  /** How many more of each there are whom the subscriber has hidden. */
  hidden?: { came: number; left: number };
}

const category = (names: readonly string[] | undefined, hidden = 0) => ({
  totalValue: names ? names.length + hidden : null,
  items: (names ?? []).slice(0, 200).map((username) => ({ username })),
});

/** Stores an analysis made here, as an import or a reading stores it. */
export async function keepGrowth(
  { uid }: Pick<Member, "uid">,
  { growth: known, came, left, recommendations = [], hidden }: Analysed,
): Promise<void> {
  const database = await firestore();
  const generation = crypto.randomUUID();
  const pieces = encodeGrowth(known);
  const owner = `${uid}-${generation}`;
  for (const [n, bytes] of pieces.entries())
    await database
      .collection("analysisLists")
      .doc(`${owner}-${n}`)
      .set({ uid, owner, createdAt: new Date(), bytes });
  await database.doc(`analyses/${uid}`).set({
    revision: generation,
    generation,
    computedAt: new Date(),
    changes: {},
    pieces: pieces.length,
    index: {
      starts: [],
      categories: hidden
        ? {
            newFollowers: { start: 0, total: came?.length ?? 0, hidden: hidden.came },
            lostFollowers: { start: 0, total: left?.length ?? 0, hidden: hidden.left },
          }
        : {},
    },
    growth: {
      growth: { at: 0, count: pieces.length },
      departures: { at: pieces.length, count: 0 },
    },
  });
  await database.doc(`profiles/${uid}`).set({
    _source: "built-in",
    _insights: { status: "completed", recommendations },
    _updatedAt: new Date(),
    _calculatedData: {
      audience: {
        newFollowers: category(came, hidden?.came),
        lostFollowers: category(left, hidden?.left),
      },
    },
  });
}
