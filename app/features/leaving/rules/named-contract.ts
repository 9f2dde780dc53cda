/** A contract that somebody may have named. */
export interface Nameable {
  id: string;
  /** What its plan is called, in each language; empty where it is none that a declaration could end. */
  names: readonly string[];
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

/** Without what writing by hand changes: case, width, kinds of hyphens. */
const folded = (text: string): string =>
  text
    .normalize("NFKC")
    .replace(/\p{Pd}/gu, "-")
    .toLowerCase();

/** Where a text has a word or an id that is not part of a longer one; -1 where it has not. */
const placeIn = (text: string, part: string): number =>
  part === ""
    ? -1
    : text.search(new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(part)}(?![\\p{L}\\p{N}_-])`, "u"));

/** Those that a text names, in its order. */
function namedIn<One>(all: readonly One[], placeOf: (one: One) => number): One[] {
  const placed = all.map((one) => ({ one, place: placeOf(one) })).filter(({ place }) => place >= 0);
  return placed.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
}

/** The contracts whose ids were typed, alone or among other words (`No. SUB-2`), in this order. */
export function namedById<One extends Pick<Nameable, "id">>(
  typed: string,
  all: readonly One[],
): One[] {
  const exact = all.filter(({ id }) => id === typed);
  if (exact.length > 0) return exact;
  const asTyped = namedIn(all, ({ id }) => placeIn(typed, id));
  if (asTyped.length > 0) return asTyped;
  const text = folded(typed);
  const found = namedIn(all, ({ id }) => placeIn(text, folded(id)));
  // Ids that differ in their case alone: nobody knows which is meant.
  const isOne = new Set(found.map(({ id }) => folded(id))).size === found.length;
  return isOne ? found : [];
}

/** The contracts that were typed by their ids or, where no id was, by their plans' names; a name that two have says nothing. */
export function namedContracts<One extends Nameable>(typed: string, all: readonly One[]): One[] {
  const byId = namedById(typed, all);
  const text = folded(typed);
  if (byId.length > 0 || all.some(({ id }) => placeIn(text, folded(id)) >= 0)) return byId;
  const placeOf = ({ names }: One) =>
    Math.max(-1, ...names.map((name) => placeIn(text, folded(name))));
  const found = namedIn(all, placeOf);
  const isAlone = (one: One) =>
    found.every((other) => other === one || placeOf(other) !== placeOf(one));
  return found.filter(isAlone);
}
