import type { HiddenPerson } from "../../app/features/history/hidden-people.ts";
import { encodeLists } from "../../app/features/history/kept-lists.ts";
import { decodePiece } from "../../app/features/history/people-piece.ts";
import { compareLists } from "../../app/features/imports/rules/compare-lists.ts";
import type { AnalysedImport } from "../../app/features/imports/rules/work.ts";
import { type NameList, peopleOf } from "../../app/platform/values/name-list.ts";
import { usernameOf } from "../../sandbox/histories/names.ts";
import type { Case } from "./cases.ts";
import { courseOf, nothingElse } from "./course.ts";
import type { Imported, Step } from "./subscriber.ts";

/** What is said once the subscriber has hidden people, against the log: of the newest import, and of any two. */
export interface HiddenTally {
  /** How many were hidden. */
  hidden: number;
  /** Names of hidden people that were looked for in what was said. */
  lookedFor: number;
  /** Those of them under which they were not hidden. */
  renamed: number;
  /** How many of them were there, each with where. */
  named: string[];
  /** Histories in which a total is another than without hidden people. */
  otherTotals: number;
}

export const emptyHiddenTally = (): HiddenTally => ({
  hidden: 0,
  lookedFor: 0,
  renamed: 0,
  named: [],
  otherTotals: 0,
});

/**
 * A subscriber who hides every other person, when the newest import is one in the middle or the last. Every third export lacks the
 * list of those whom they follow.
 */
export async function countHidden(
  tally: HiddenTally,
  { history }: Case,
  steps: readonly Step[],
  when: "middle" | "last",
): Promise<void> {
  const imports = steps.map(({ imported }, index) =>
    (history.options.seed + index) % 3 === 0 ? { ...imported, following: undefined } : imported,
  );
  const pressedAt = Math.floor((imports.length - 1) / (when === "last" ? 1 : 2));
  const after = imports[pressedAt]?.takenAt ?? 0;
  const seen = imports.map((one) => peopleSeen(history, one));
  const people = [...(seen[pressedAt] ?? new Map<number, Seen>())].filter((_, at) => at % 2 === 0);
  const hidden = people.map(([, { username }]): HiddenPerson => ({ username, after }));
  const pressed = new Set(hidden.map(({ username }) => username));
  tally.hidden += hidden.length;
  const exports = imports.map(({ takenAt, window, followers, following }) => ({
    ...{ takenAt, window, kept: { followers, following } },
  }));
  const [plain, said] = [await courseOf(exports), await courseOf(exports, { hidden })];
  if (totalsOf(plain.profile) !== totalsOf(said.profile)) tally.otherTotals += 1;
  const last = imports.length - 1;
  const namesOfAll = seen.map(
    (one) => new Set(Array.from(one.values(), ({ username }) => username)),
  );
  const isIn = (index: number, name: string) => namesOfAll[index]?.has(name) === true;
  /** What they are called there, wherever one of the two follows has been seen in each import on the way. */
  const namesAt = (index: number) =>
    people.flatMap(([person]) => {
      const [low, high] = [Math.min(index, pressedAt), Math.max(index, pressedAt)];
      const way = seen.slice(low, high + 1).map((one) => one.get(person));
      // Whose name somebody else took up before the next export, by the lists follows anew under it.
      const isTaken = way.some(
        (one, at) =>
          one && way[at + 1]?.username !== one.username && isIn(low + at + 1, one.username),
      );
      const name = seen[index]?.get(person)?.username;
      return isFollowed(way) && !isTaken && name !== undefined ? [name] : [];
    });
  const look = (where: string, names: readonly string[], told: ReadonlySet<string>) => {
    tally.lookedFor += names.length;
    tally.renamed += names.filter((name) => !pressed.has(name)).length;
    for (const name of names) if (told.has(name)) tally.named.push(`${where}: ${name}`);
  };
  const unclear = said.names?.unclear[imports[last]?.id ?? ""];
  const told = new Set([...said.named, ...(unclear?.before ?? []), ...(unclear?.after ?? [])]);
  look("newest", namesAt(last), told);
  look("lost", onlyThere(namesAt(last - 1), seen[last]), told);

  const used = imports.map(
    ({ id, takenAt, window, followers, following }): AnalysedImport => ({
      ...{ id, takenAt, window, account: "owner", followers: followers.size },
      ...{ following: following?.size ?? null, followersShown: null },
    }),
  );
  for (let to = 1; to < imports.length; to += 1)
    for (let from = 0; from < to; from += 1) {
      const pieces: Uint8Array[] = [];
      const task = { task: "compare", used, from, to, turnovers: said.turnovers } as const;
      const compare = (some: readonly HiddenPerson[]) =>
        compareLists({ ...task, hidden: some }, async (question) => {
          if (question.ask === "keep") pieces.push(question.piece);
          if (question.ask !== "piece") return null;
          const { followers } = imports.find(({ id }) => id === question.id) ?? {};
          if (!followers) return null;
          const kept = [...encodeLists({ ...nothingElse, followers })];
          return kept[question.index] ?? null;
        });
      const { counts } = await compare([]);
      pieces.length = 0;
      const compared = await compare(hidden);
      if (JSON.stringify(counts) !== JSON.stringify(compared.counts)) tally.otherTotals += 1;
      const names = new Set([...compared.unclear.before, ...compared.unclear.after]);
      for (const bytes of pieces) {
        const piece = await decodePiece(bytes);
        for (let row = 0; row < piece.count; row += 1) {
          names.add(piece.person(row).username);
          for (const name of piece.formerNames(row)?.names ?? []) names.add(name);
        }
      }
      look(`after ${from} and ${to}`, namesAt(to), names);
      look(`before ${from} and ${to}`, onlyThere(namesAt(from), seen[to]), names);
    }
}

/** Seconds are 0 where they are not in the list. */
interface Seen {
  username: string;
  since: number;
  followedSince: number;
}

/** Whether each import shows the person, and one of the follows that the import before it showed. */
const isFollowed = (way: readonly (Seen | undefined)[]): boolean =>
  way.every((now, at) => {
    const before = way[at - 1];
    if (!now || (at > 0 && !before)) return false;
    if (!before) return true;
    return (["since", "followedSince"] as const).some(
      (follow) => now[follow] > 0 && now[follow] === before[follow],
    );
  });

/** By the log's person, who stands in an export. */
function peopleSeen(
  { log }: Case["history"],
  { sent, followers, following }: Imported,
): Map<number, Seen> {
  const names = new Map<string, number>();
  const ofPeople = new Map<number, number>();
  for (const { person, nameNumber } of log.between(0, sent.at)) ofPeople.set(person, nameNumber);
  for (const [person, nameNumber] of ofPeople) names.set(usernameOf(nameNumber), person);
  const found = new Map<number, Seen>();
  const note = (list: NameList | undefined, follow: "since" | "followedSince") => {
    for (const { username, since = 0 } of list ? peopleOf(list) : []) {
      const person = names.get(username);
      if (person === undefined) continue;
      const one = found.get(person) ?? { username, since: 0, followedSince: 0 };
      found.set(person, { ...one, [follow]: since });
    }
  };
  note(followers, "since");
  note(following, "followedSince");
  return found;
}

/** Those of the names that nobody else has by then. */
function onlyThere(names: readonly string[], later: ReadonlyMap<number, Seen> | undefined) {
  const taken = new Set(Array.from(later?.values() ?? [], ({ username }) => username));
  return names.filter((name) => !taken.has(name));
}

function totalsOf(profile: Record<string, unknown>): string {
  return JSON.stringify(profile, (key, value) => (key === "items" ? undefined : value));
}
