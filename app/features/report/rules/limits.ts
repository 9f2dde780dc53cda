import { cameAtOtherTimes, leftOfPart } from "../../analysis/analysis-notes.ts";
import type { CategoryKey } from "../../analysis/profile.ts";
import type { ReportInput } from "./input.ts";

/** Why more people may have come or left than the exports name, so that none is not nobody; undefined where all are known. */
export function limitsOfCategory(
  key: CategoryKey,
  people: ReportInput["people"],
): string | undefined {
  if (key === "newFollowers" && people[key]?.missesNew) return cameAtOtherTimes();
  if (key === "lostFollowers" && people[key]?.between?.isPart) return leftOfPart();
  return undefined;
}
