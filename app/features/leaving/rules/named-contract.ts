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

/** Whether a text has a word or an id that is not part of a longer one. */
const hasWhole = (text: string, part: string): boolean =>
  part !== "" &&
  new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(part)}(?![\\p{L}\\p{N}_-])`, "u").test(text);

const onlyOne = <One>(found: readonly One[]): One | undefined =>
  found.length === 1 ? found[0] : undefined;

/** The contract whose id was typed, alone or among other words (`No. SUB-2`); undefined if it is not exactly one. */
export function namedById<One extends Pick<Nameable, "id">>(
  typed: string,
  all: readonly One[],
): One | undefined {
  const exact = all.find(({ id }) => id === typed);
  const text = folded(typed);
  return (
    exact ??
    onlyOne(all.filter(({ id }) => hasWhole(typed, id))) ??
    onlyOne(all.filter(({ id }) => hasWhole(text, folded(id))))
  );
}

/** The contract that was typed by its id or, where no other is called so, by its plan's name. */
export function namedContract<One extends Nameable>(
  typed: string,
  all: readonly One[],
): One | undefined {
  const text = folded(typed);
  if (all.some(({ id }) => hasWhole(text, folded(id)))) return namedById(typed, all);
  return onlyOne(all.filter(({ names }) => names.some((name) => hasWhole(text, folded(name)))));
}
