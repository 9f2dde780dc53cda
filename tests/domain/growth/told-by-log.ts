import type { History } from "#sandbox/histories/history.ts";

/** A follow of a person, by their number and the second. */
type Follow = `${number}:${number}`;

/** What the exports of these moments can tell of a history, read out of its log event by event. No list is compared. */
export function toldByLog({ log }: History, moments: readonly number[]) {
  const following = new Map<number, number>();
  const hidden = new Set<number>();
  const listed: Map<number, number>[] = [];
  let before = 0;
  for (const moment of moments) {
    for (const { at, kind, person } of log.between(before, moment)) {
      if (kind === "follow") following.set(person, at);
      else if (kind === "unfollow" || kind === "block") following.delete(person);
      else if (kind === "vanish") hidden.add(person);
      else if (kind === "return") hidden.delete(person);
    }
    listed.push(new Map([...following].filter(([person]) => !hidden.has(person))));
    before = moment;
  }
  const nameOf = ([person, second]: [number, number]): Follow => `${person}:${second}`;
  const last = [...(listed.at(-1) ?? [])];
  const there = new Set(last.map(nameOf));
  const seen = new Map(
    listed.flatMap((people) => [...people].map((follow) => [nameOf(follow), follow[1]] as const)),
  );
  return {
    /** Seconds of the follows of those who are in the last export. */
    stayed: last.map(([, second]) => second),
    /** Seconds of the follows that were in an export, and are not in the last. */
    left: [...seen].flatMap(([follow, second]) => (there.has(follow) ? [] : [second])),
    /** How many were in each export. */
    followers: listed.map(({ size }) => size),
    /** How many were in the export before it, and are not in this one. */
    lost: listed.map((people, index) =>
      index === 0
        ? null
        : [...(listed[index - 1] ?? [])].filter(([person]) => !people.has(person)).length,
    ),
  };
}

export const countBy = (seconds: readonly number[], keyOf: (at: Date) => string) => {
  const counts: Record<string, number> = {};
  for (const second of seconds) {
    const key = keyOf(new Date(second * 1_000));
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};
