/**
 * When a day begins in UTC, in epoch milliseconds.
 * @param text YYYY-MM-DD
 * @returns undefined unless the calendar has that day
 */
export function startOfCalendarDay(text: string): number | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // 30 February is read as 2 March.
  const isOne = !Number.isNaN(start) && new Date(start).toISOString().slice(0, 10) === text;
  return isOne ? start : undefined;
}
