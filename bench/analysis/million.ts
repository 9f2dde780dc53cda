import { compareImports } from "../../app/features/history/compare.ts";
import { allTime } from "../../app/features/history/history.ts";
import type { NameList } from "../../app/platform/values/name-list.ts";
import { NameListBuilder } from "../../app/platform/values/name-list-builder.ts";

const people = 1_000_000;
const start = 1_500_000_000;
/** Seconds from one follow to the next. */
const step = 100;
/** So many come between one export and the next. */
const newcomers = 10_000;

/** How long it takes, in milliseconds, to compare two exports of a million followers that have so many between them. */
export async function compareMillion(between: number): Promise<number> {
  const lists = Array.from({ length: between + 2 }, (_, index) => listAfter(index));
  const imports = lists.map((_, index) => ({
    id: String(index),
    takenAt: (start + (people + index * newcomers) * step) * 1_000,
    window: allTime,
  }));
  const begun = performance.now();
  await compareImports(imports, 0, async (id) => lists[Number(id)] ?? listAfter(0));
  return performance.now() - begun;
}

/** Each export lacks one in a hundred or so of the one before. */
function listAfter(index: number): NameList {
  const list = new NameListBuilder();
  const from = index * newcomers;
  for (let number = from; number < from + people; number += 1)
    if (index === 0 || number % (97 + index) !== 0)
      list.add(`person.${(number * 7_919) % 10_000_019}`, start + number * step);
  return list.finish();
}
