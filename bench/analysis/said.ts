import type { Changes } from "../../app/features/history/changes.ts";
import { compareImports } from "../../app/features/history/compare.ts";
import { foldImports, samePeopleOf } from "../../app/features/history/fold.ts";
import { fitsSaid, type SamePerson } from "../../app/features/history/same-people.ts";
import { encodeTurnovers } from "../../app/features/history/turnover-pieces.ts";
import { emptyNameList, type NameList, peopleOf } from "../../app/platform/values/name-list.ts";
import { usernameOf } from "../../sandbox/histories/names.ts";
import type { Case } from "./cases.ts";
import type { Imported, Step } from "./subscriber.ts";
import type { Score } from "./tally.ts";

const kinds = ["lost", "new", "renamed"] as const;
type Kind = (typeof kinds)[number];

/** What is said once the subscriber has said who is who, against the log: of each import, and of any two. */
export interface SaidTally {
  /** How many they have said. */
  said: number;
  /** Histories in which taking all of it back did not lead to the same bytes. */
  leftovers: number;
  scores: Record<`${"each" | "any two"}: ${Kind}`, Score>;
}

export function emptySaidTally(): SaidTally {
  const none = (): Score => ({ right: 0, wrong: 0, missed: 0 });
  return {
    said: 0,
    leftovers: 0,
    scores: {
      "each: lost": none(),
      "each: new": none(),
      "each: renamed": none(),
      "any two: lost": none(),
      "any two: new": none(),
      "any two: renamed": none(),
    },
  };
}

/** A subscriber who knows everybody says of each rename without a time who is who. */
export async function countSaid(
  tally: SaidTally,
  { history, sent }: Case,
  steps: readonly Step[],
): Promise<void> {
  const imports = steps.map(({ imported }) => imported);
  const share = sent[0]?.options.emptyShare ?? 0;
  const isTimeless = ({ since }: { since: number }) => (since % 1_000) / 1_000 < share;
  const said: SamePerson[] = [];
  const leadsTo = (from: string, to: string) => {
    const newest = new Map(said.map((one) => [one.old, one.new]));
    let name: string | undefined = from;
    for (let step = 0; name !== undefined && step <= said.length; step += 1) {
      if (name === to) return true;
      name = newest.get(name);
    }
    return false;
  };
  const unsaid = new Set(namesOfSeveral(history));
  for (const [index, { imported, changes }] of steps.entries()) {
    const before = imports[index - 1];
    if (!changes || !before) continue;
    const [lost, come] = [namesOf(changes.lost), namesOf(changes.new)];
    const { renamed } = history.truthBetween(before.sent.at, imported.sent.at);
    for (const { formerly, username } of renamed.filter(isTimeless)) {
      const one = { old: formerly, new: username };
      const isSayable = lost.has(formerly) && come.has(username) && fitsSaid(said, one);
      if (isSayable) said.push(one);
      // Back under an old name: nothing needs to be said of it.
      else if (!leadsTo(username, formerly))
        for (const name of [formerly, username]) unsaid.add(name);
    }
  }
  tally.said += said.length;
  const same = await samePeopleOf(said, imports, followersIn(imports));
  const count = (
    which: "each" | "any two",
    changes: Changes,
    [earlier, ...later]: readonly Imported[],
  ) => {
    const to = later.at(-1)?.sent.at ?? 0;
    const truth = history.truthBetween(earlier?.sent.at ?? 0, to);
    const isAway = awayAt(
      history,
      to,
      later.map(({ sent }) => sent.at),
    );
    const unknowable = new Set([
      ...unsaid,
      ...truth.unknowable.flatMap(({ before, after }) => [...before, ...after]),
      // Without a time, who is back is as if new.
      ...[...truth.returned, ...truth.refollowed].filter(isTimeless).map((one) => one.username),
      ...truth.renamed
        .filter(
          (one) =>
            isTimeless(one) &&
            (isAway(one.username) ||
              !(leadsTo(one.formerly, one.username) || leadsTo(one.username, one.formerly))),
        )
        .flatMap((one) => [one.formerly, one.username]),
    ]);
    for (const kind of kinds)
      countKind(tally.scores[`${which}: ${kind}`], namesOf(changes[kind]), {
        expected: new Set(truth[kind].map(({ username }) => username)),
        unknowable,
      });
  };
  for (const [to, later] of imports.entries()) {
    const upTo = imports.slice(0, to + 1);
    const before = imports[to - 1];
    const fold = await foldImports(upTo, followersIn(imports), { recomputeFrom: to, same });
    if (fold?.changes && before) count("each", fold.changes, [before, later]);
    for (const from of imports.slice(0, to).keys()) {
      const { changes } = await compareImports(upTo, from, followersIn(imports), { same });
      count("any two", changes, imports.slice(from, to + 1));
    }
  }
  const bytesWith = async (by: readonly SamePerson[]) => {
    const found = await samePeopleOf(by, imports, followersIn(imports));
    const fold = await foldImports(imports, followersIn(imports), { same: found });
    return Buffer.concat(encodeTurnovers(fold?.turnovers ?? new Map(), found));
  };
  const before = await foldImports(imports, followersIn(imports));
  const plain = Buffer.concat(encodeTurnovers(before?.turnovers ?? new Map()));
  if (said.length > 0 && (await bytesWith(said)).equals(plain)) tally.leftovers += 1;
  if (!(await bytesWith([])).equals(plain)) tally.leftovers += 1;
}

/** Whether who has a name at last was in no list at one of these times. */
function awayAt(history: Case["history"], last: number, times: readonly number[]) {
  const end = history.stateAt(last);
  const states = times.map((at) => history.stateAt(at));
  const people = new Map(
    Array.from({ length: end.size }, (_, person) => [usernameOf(end.nameNumberOf(person)), person]),
  );
  return (username: string) => {
    const person = people.get(username) ?? 0;
    return states.some((state) => state.isHidden(person) || state.followsSince(person) === 0);
  };
}

/** All names of those whose name another person has had: without times, no name says whose it is. */
function namesOfSeveral({ log }: Case["history"]): string[] {
  const namesOfPeople = new Map<number, Set<number>>();
  const peopleOfNames = new Map<number, Set<number>>();
  for (const { person, nameNumber } of log.between(0, Number.POSITIVE_INFINITY)) {
    namesOfPeople.set(person, (namesOfPeople.get(person) ?? new Set()).add(nameNumber));
    peopleOfNames.set(nameNumber, (peopleOfNames.get(nameNumber) ?? new Set()).add(person));
  }
  const several = [...peopleOfNames.values()].filter(({ size }) => size > 1);
  return several.flatMap((people) =>
    [...people].flatMap((person) => Array.from(namesOfPeople.get(person) ?? [], usernameOf)),
  );
}

function countKind(
  score: Score,
  said: ReadonlySet<string>,
  { expected, unknowable }: Record<"expected" | "unknowable", ReadonlySet<string>>,
): void {
  for (const name of said) {
    if (unknowable.has(name)) continue;
    if (expected.has(name)) score.right += 1;
    else score.wrong += 1;
  }
  for (const name of expected) if (!said.has(name) && !unknowable.has(name)) score.missed += 1;
}

const followersIn = (imports: readonly Imported[]) => async (id: string) =>
  imports.find((one) => one.id === id)?.followers ?? emptyNameList;

const namesOf = (list: NameList): Set<string> =>
  new Set(Array.from(peopleOf(list), ({ username }) => username));
