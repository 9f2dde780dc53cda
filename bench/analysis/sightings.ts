import type { AccountState } from "../../sandbox/histories/account-state.ts";
import { usernameOf } from "../../sandbox/histories/names.ts";
import type { Case, Sent } from "./cases.ts";

// What can be known of a history from its exports, found out from the generator's log, person by person: who was
// seen in an export, under which name and since when, and what became of them. No list is compared with another.

interface Standing {
  name: string;
  since: number;
}

/** What a step should say. All are usernames, of `lost` as they were last seen. */
export interface Expected {
  lost: Set<string>;
  renamed: Set<string>;
  returned: Set<string>;
  new: Set<string>;
  refollowed: Set<string>;
  /** Names of which no rule can tell what became of them. */
  unknowable: Set<string>;
  /** What became of the follow of somebody who bore this name when last seen. */
  fateOf: (name: string) => "there" | "gone" | "never seen";
}

const threeDays = 3 * 86_400;

/** Goes through the exports in the order of time. */
export class Sightings {
  readonly #history: Case["history"];
  /** By the person's number: how they were last seen, unless it is known that they are gone. */
  readonly #known = new Map<number, Standing>();
  /** Names of follows that ended unseen, of people who follow again under another name: no rule can join the two. */
  readonly #leftBehind = new Set<string>();
  readonly #covered: { from: number; to: number }[] = [];
  #takenAt = 0;
  #at = 0;

  constructor({ history }: Case) {
    this.#history = history;
  }

  /** @param from the first second of follows that the export covers, as far as anybody can tell */
  next(sent: Sent, from: number): Expected {
    const state = this.#history.stateAt(sent.at);
    const hasTime = (since: number) =>
      (since % 1_000) / 1_000 >= (sent.options.form === "B" ? (sent.options.emptyShare ?? 0) : 0);
    const expected = emptyExpectation(this.#fates(state));
    const shifts = this.#shifts(state, from);
    const entangled = entangledSeconds(shifts);
    const taken = this.#takenNames(shifts);
    for (const { before, after } of shifts) {
      const either = [before, after].filter((standing) => standing !== undefined);
      const isEntangled = either.some(({ name, since }) => taken.has(name) || entangled.has(since));
      const isRefollowedUnderOtherName =
        before && after && before.name !== after.name && before.since !== after.since;
      // Without its time, a follow can be told to be gone, and nothing else.
      const isTimeless = after !== undefined && either.some(({ since }) => !hasTime(since));
      if (isEntangled || isRefollowedUnderOtherName || isTimeless)
        for (const { name } of either) expected.unknowable.add(name);
      else if (before && !after) expected.lost.add(before.name);
      else if (after) this.#placeOf(before, after, expected)?.add(after.name);
    }
    this.#remember(shifts, sent, from);
    return expected;
  }

  /** Who is seen otherwise than before. Nobody is expected in an export that does not cover them. */
  #shifts(state: AccountState, from: number) {
    const shifts: Shift[] = [];
    for (let person = 0; person < state.size; person += 1) {
      const before = this.#known.get(person);
      const since = state.isHidden(person) ? 0 : state.followsSince(person);
      const isSeen = since > 0 && since >= from;
      const after = isSeen ? { name: usernameOf(state.nameNumberOf(person)), since } : undefined;
      const isMissed = before !== undefined && before.since >= from && !after;
      const isOther = after && (before?.name !== after.name || before.since !== after.since);
      if (isMissed || isOther) shifts.push({ person, before, after });
    }
    return shifts;
  }

  /** Names that somebody else bears than the one who bore it when last seen. */
  #takenNames(shifts: readonly Shift[]): Set<string> {
    const bearers = this.#bearers();
    const taken = new Set<string>();
    for (const { person, after } of shifts)
      if (after && (bearers.get(after.name) ?? person) !== person) taken.add(after.name);
    return taken;
  }

  #bearers(): Map<string, number> {
    return new Map([...this.#known].map(([person, { name }]) => [name, person]));
  }

  #placeOf(before: Standing | undefined, after: Standing, expected: Expected) {
    if (before) return before.name === after.name ? expected.refollowed : expected.renamed;
    if (this.#at === 0) return undefined;
    if (after.since > this.#at) return expected.new;
    if (after.since > this.#takenAt - threeDays) return expected.unknowable;
    const wasCovered = this.#covered.some(
      ({ from, to }) => after.since >= from && after.since <= to,
    );
    return wasCovered ? expected.returned : undefined;
  }

  #remember(shifts: readonly Shift[], sent: Sent, from: number): void {
    const bearers = this.#bearers();
    for (const { person, before, after } of shifts) {
      if (before && after && before.name !== after.name && before.since !== after.since)
        this.#leftBehind.add(before.name);
      const namesake = after && bearers.get(after.name);
      // In the place of somebody else: nobody can see that it is another person.
      if (namesake !== undefined && namesake !== person) this.#known.delete(namesake);
    }
    for (const { person, after } of shifts) {
      if (after) this.#known.set(person, after);
      else this.#known.delete(person);
    }
    this.#covered.push({ from, to: sent.takenAt - threeDays });
    this.#takenAt = sent.takenAt;
    this.#at = sent.at;
  }

  #fates(state: AccountState): Expected["fateOf"] {
    const fates = new Map<string, "there" | "gone">();
    for (const name of this.#leftBehind) fates.set(name, "gone");
    for (const [person, { name, since }] of this.#known) {
      const isThere = !state.isHidden(person) && state.followsSince(person) === since;
      fates.set(name, isThere ? "there" : "gone");
    }
    return (name) => fates.get(name) ?? "never seen";
  }
}

interface Shift {
  person: number;
  before: Standing | undefined;
  after: Standing | undefined;
}

/** Seconds in which names went and others came, and not every one of them is a mere renaming. */
function entangledSeconds(shifts: readonly Shift[]): Set<number> {
  const went = new Set(shifts.map(({ before }) => before?.since));
  const came = new Set(shifts.map(({ after }) => after?.since));
  return new Set(
    shifts
      .filter(({ before, after }) => before?.since !== after?.since)
      .flatMap(({ before, after }) => [before?.since, after?.since])
      .filter((since) => since !== undefined && went.has(since) && came.has(since)),
  ) as Set<number>;
}

const emptyExpectation = (fateOf: Expected["fateOf"]): Expected => ({
  lost: new Set(),
  renamed: new Set(),
  returned: new Set(),
  new: new Set(),
  refollowed: new Set(),
  unknowable: new Set(),
  fateOf,
});
