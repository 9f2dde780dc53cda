import { freeList } from "../../../platform/values/name-list-merge.ts";
import { samePeopleOf } from "../../history/fold.ts";
import { followersBy } from "./load-lists.ts";
import type { Ask, SameTask } from "./work.ts";

/** Whether the old name was lost and the new one new in these imports, so that they may be one person's. */
export async function mayBeSame({ one, used }: SameTask, ask: Ask): Promise<{ canBe: boolean }> {
  const same = await samePeopleOf([one], used, followersBy(ask), freeList);
  return { canBe: (same?.inEffect.length ?? 0) > 0 };
}
