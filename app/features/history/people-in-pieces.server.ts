import type { PeopleIndex, PlaceOfCategory } from "~/features/history/people-index";
import type { ListedPerson, PeopleList } from "~/features/history/people-list";
import type { PeoplePiece } from "~/features/history/people-piece";
import { UpstreamError } from "~/platform/upstream/upstream.server";

/** Pieces that a search reads at the same time, so that it leaves places for other requests. */
const atOnce = 4;

export const malformedLists = () => new UpstreamError("firestore", "malformed");

/** The rows of a category in a piece, from `from` to before `to`. */
interface Part {
  piece: PeoplePiece;
  from: number;
  to: number;
}

/**
 * People that stand in pieces, from a position on.
 * @param pieceAt opens a piece
 */
export function peopleInPieces(
  { starts, between, missesNew }: PeopleIndex,
  { start, total, hidden }: PlaceOfCategory,
  key: string,
  pieceAt: (n: number) => Promise<PeoplePiece>,
): PeopleList {
  const end = start + total;
  const isRenamed = key === "renamed";

  /** The part of a piece that lies between two positions. */
  async function partOf(n: number, first: number, last: number): Promise<Part> {
    const piece = await pieceAt(n);
    const base = starts[n] ?? 0;
    const to = Math.min(last, starts[n + 1] ?? last) - base;
    // A piece that holds fewer rows than the index says is not the one that was written.
    if (to > piece.count) throw malformedLists();
    return { piece, from: Math.max(0, first - base), to };
  }
  /** The pieces that hold positions from `first` to before `last`. */
  const piecesOf = (first: number, last: number) =>
    starts.flatMap((base, n) => (base < last && (starts[n + 1] ?? end) > first ? [n] : []));
  const personOf = (piece: PeoplePiece, row: number): ListedPerson => {
    const person = piece.person(row);
    if (isRenamed) return { ...person, former: piece.formerNames(row) };
    // A stranger has no second: in its place stands how often they commented (features/history/commenters.ts).
    if (key === "secretFans") return { ...person, since: undefined, comments: person.since };
    return person;
  };
  const peopleOf = ({ piece, from, to }: Part) =>
    Array.from({ length: Math.max(0, to - from) }, (_, at) => personOf(piece, from + at));

  return {
    total,
    hidden,
    // Who is lost may have been gone since an older export than the one before.
    between: between && {
      from: key === "lostFollowers" ? between.from : (between.previous ?? between.from),
      to: between.to,
      ...(between.isPart && { isPart: true }),
    },
    missesNew: key === "newFollowers" ? missesNew : undefined,
    async slice(from, count) {
      const [first, last] = [start + from, Math.min(end, start + from + count)];
      const parts = await Promise.all(piecesOf(first, last).map((n) => partOf(n, first, last)));
      return parts.flatMap(peopleOf);
    },
    async search(text, from, count) {
      const people: ListedPerson[] = [];
      let found = 0;
      const wanted = piecesOf(start, end);
      for (let at = 0; at < wanted.length; at += atOnce) {
        const some = wanted.slice(at, at + atOnce);
        for (const part of await Promise.all(some.map((n) => partOf(n, start, end)))) {
          for (const row of rowsNamed(part, text, isRenamed)) {
            if (found >= from && found < from + count) people.push(personOf(part.piece, row));
            found += 1;
          }
        }
      }
      return { total: found, people };
    },
    async *parts() {
      for (const n of piecesOf(start, end)) yield peopleOf(await partOf(n, start, end));
    },
  };
}

/** The rows of people whose name, or former name, contains the text. */
function rowsNamed({ piece, from, to }: Part, text: string, isRenamed: boolean): number[] {
  const named = piece.rowsNamed(text, from, to);
  if (!isRenamed) return named;
  const formerly = Array.from({ length: to - from }, (_, at) => from + at).filter((row) =>
    piece.formerNames(row)?.names.some((name) => name.includes(text)),
  );
  return [...new Set([...named, ...formerly])].sort((a, b) => a - b);
}
