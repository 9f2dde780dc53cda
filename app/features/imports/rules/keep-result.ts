import { encodePeople } from "../../history/encode-people.ts";
import type { CategoryResult, ComputedCategory } from "../../history/history.ts";
import { encodeNames, type KeptNames } from "../../history/kept-names.ts";
import type { GrowthPieces, PeopleIndex } from "../../history/people-index.ts";
import type { SamePeople } from "../../history/same-people.ts";
import type { Turnover } from "../../history/turnover.ts";
import { encodeTurnovers } from "../../history/turnover-pieces.ts";
import type { Ask, TransferableBytes } from "./work.ts";

/** Hands over the people of the categories that are known, piece by piece. @param between epoch milliseconds */
export async function keepPeople(
  categories: Readonly<Record<string, CategoryResult>>,
  between: PeopleIndex["between"],
  ask: Ask,
): Promise<PeopleIndex> {
  const pieces = encodePeople(withPeople(categories), between);
  for (;;) {
    const { value, done } = pieces.next();
    if (done) return value;
    await ask({ ask: "keep", piece: value });
  }
}

const withPeople = (categories: Readonly<Record<string, CategoryResult>>) =>
  Object.fromEntries(
    Object.entries(categories).filter(
      (entry): entry is [string, ComputedCategory] => !("note" in entry[1]),
    ),
  );

/**
 * Hands over the pieces that follow those of the people, in this order: growth, what each import changed, the names for pages.
 * @param same what the subscriber's word has changed in them
 */
export async function keepGrowth(
  growth: readonly TransferableBytes[],
  { starts }: PeopleIndex,
  ask: Ask,
  {
    turnovers,
    same,
    names,
  }: {
    turnovers: ReadonlyMap<string, Turnover>;
    same: SamePeople | undefined;
    names: KeptNames;
  },
): Promise<GrowthPieces> {
  const changed = encodeTurnovers(turnovers, same);
  const named = encodeNames(names);
  for (const piece of [...growth, ...changed, ...named]) await ask({ ask: "keep", piece });
  const changedAt = starts.length + growth.length;
  return {
    growth: { at: starts.length, count: growth.length },
    departures: { at: changedAt, count: changed.length },
    names: { at: changedAt + changed.length, count: named.length },
  };
}
