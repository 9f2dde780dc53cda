export interface Measure {
  requestsPerSecond: number;
  microsecondsPerRequest: number;
  bytes: number;
}

export function timeOf({ microsecondsPerRequest }: Measure): number {
  return microsecondsPerRequest;
}

export function timesTheApp(list: Measure[], app: Measure[] = []): number[] {
  return list.map((one, round) => timeOf(one) / timeOf(app[round] ?? one));
}

export function middle<T>(list: T[], by: (one: T) => number): T {
  const sorted = [...list].sort((a, b) => by(a) - by(b));
  const found = sorted[Math.floor(sorted.length / 2)];
  if (found === undefined) throw new Error("no rounds");
  return found;
}
