/**
 * Of a line's points, those that can be seen: the first, the lowest, the highest and the last of each column that is one
 * unit wide. The line through them covers the same columns from the same lowest to the same highest value.
 * @param points by rising x
 */
export function thinOut(
  points: readonly (readonly [x: number, y: number])[],
): readonly (readonly [x: number, y: number])[] {
  const kept: (readonly [number, number])[] = [];
  let start = 0;
  while (start < points.length) {
    const column = Math.floor(points[start]?.[0] ?? 0);
    let end = start;
    let low = start;
    let high = start;
    for (; end < points.length && Math.floor(points[end]?.[0] ?? 0) === column; end += 1) {
      if ((points[end]?.[1] ?? 0) < (points[low]?.[1] ?? 0)) low = end;
      if ((points[end]?.[1] ?? 0) > (points[high]?.[1] ?? 0)) high = end;
    }
    const seen = [...new Set([start, low, high, end - 1])].sort((a, b) => a - b);
    for (const index of seen) kept.push(points[index] as readonly [number, number]);
    start = end;
  }
  return kept;
}

/** The last of every `step` items counted from the end, so that no more than `most` remain, the newest among them. */
export function everyLast<T>(items: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(items.length / most);
  return step <= 1 ? items : items.filter((_, index) => (items.length - 1 - index) % step === 0);
}
