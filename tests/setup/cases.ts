/**
 * Whether every case is tried, as by `npm run test:all`. `npm test` tries of tables whose rows are alike a few, and leaves
 * out tests of which another one tries nearly the same.
 */
export const everyCase = process.env.CASES === "all";

/** Of rows that are alike `count`, spread evenly with the first and the last among them; all where every case is tried. */
export function few<const Row>(rows: readonly Row[], count: number): readonly Row[] {
  if (everyCase || count >= rows.length) return rows;
  const step = count > 1 ? (rows.length - 1) / (count - 1) : 0;
  return Array.from({ length: count }, (_, at) => rows[Math.round(at * step)] as Row);
}
