import type { Window } from "../analysis/analysis.ts";
import { preparationSeconds, secondsOf } from "../analysis/window.ts";
import type { Cohort } from "./growth.ts";
import type { FollowsByDay } from "./known-follows.ts";

const daySeconds = 86_400;

/**
 * Those who came in each month that an export shows whole.
 * @param imports in use, the oldest first
 */
export function cohortsOf(
  { firstDay, stayed, left }: FollowsByDay,
  imports: readonly { takenAt: number; window: Window }[],
): Cohort[] {
  const months = new Map<string, { came: number; stayed: number }>();
  for (const [index, there] of stayed.entries()) {
    const gone = left[index] ?? 0;
    if (there + gone === 0) continue;
    const month = monthOf(firstDay + index);
    const { came = 0, stayed: before = 0 } = months.get(month) ?? {};
    months.set(month, { came: came + there + gone, stayed: before + there });
  }
  return [...months].flatMap(([month, counts]) => {
    const shown = imports.find((one) => showsMonth(one, month));
    return shown ? [{ month, ...counts, seenAt: shown.takenAt }] : [];
  });
}

const monthOf = (day: number): string =>
  new Date(day * daySeconds * 1_000).toISOString().slice(0, "2026-03".length);

/** A follow of the days before an export may be missing in it. */
function showsMonth(
  { takenAt, window }: { takenAt: number; window: Window },
  month: string,
): boolean {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const end = new Date(start).setUTCMonth(new Date(start).getUTCMonth() + 1);
  const to = Math.min(window.to, secondsOf(takenAt) - preparationSeconds);
  return window.from <= secondsOf(start) && to >= secondsOf(end) - 1;
}
