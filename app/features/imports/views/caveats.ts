import { cameAtOtherTimes, leftOfPart } from "~/features/analysis/analysis-notes";
import { allOf } from "~/platform/values/listed";

/** Why more people may have left or come than changes tell. With any, no changes do not mean that nothing changed. */
export const caveatsOf = ({ isPart, hasGap }: { isPart: boolean; hasGap: boolean }): string[] =>
  allOf(isPart && leftOfPart(), hasGap && cameAtOtherTimes());
