import type { FormerNames, ListedPerson, PeopleList } from "~/features/history/people-list";
import { csvStream } from "~/platform/http/files/csv-answer.server";
import { createQueues } from "~/platform/work/one-at-a-time.server";

/** Writing a long file takes the processor for a second: who asks for many at once waits for their own, and nobody else does. */
const inTurn = createQueues();
const longFile = 20_000;

/** All people of a list as a file. @param name without `.csv` @param kind `renamed` adds the former names */
export async function peopleFile(
  { method }: Request,
  { uid, name, kind = name }: { uid: string; name: string; kind?: string },
  people: Pick<PeopleList, "total" | "parts">,
): Promise<Response> {
  const lines = linesOf(await beginning(people), kind === "renamed");
  const parts = people.total > longFile ? inTurns(uid, lines) : lines;
  return csvStream(name, method === "HEAD" ? undefined : parts);
}

/** Part by part: nobody waits for a reader who is slow. */
async function* inTurns<T>(uid: string, parts: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    for (;;) {
      const { done, value } = await inTurn(uid, () => parts.next());
      if (done) return;
      yield value;
    }
  } finally {
    await parts.return(undefined);
  }
}

interface Beginning {
  first: ListedPerson[];
  rest: AsyncGenerator<ListedPerson[]>;
}

/** Reads the first part before the answer begins, so that a list that cannot be read has a page, not half a file. */
async function beginning(people: Pick<PeopleList, "parts">): Promise<Beginning> {
  const rest = people.parts();
  const { value } = await rest.next();
  return { first: value ?? [], rest };
}

/** A later part that cannot be read breaks the connection: half a file must not look whole. */
async function* linesOf({ first, rest }: Beginning, withFormerNames: boolean) {
  const linesFor = (people: readonly ListedPerson[]) =>
    people.map((one) => csvCells(one, withFormerNames));
  yield [withFormerNames ? ["username", "since", "formerly"] : ["username", "since"]];
  yield linesFor(first);
  for await (const people of rest) yield linesFor(people);
}

/** A person's cells (docs/product.md#csv): `since` in ISO 8601, or empty. */
function csvCells({ username, since, former }: ListedPerson, withFormerNames: boolean): string[] {
  const cells = [username, since === undefined ? "" : isoSecond(since)];
  return withFormerNames ? [...cells, formerly(former)] : cells;
}

const isoSecond = (second: number) => new Date(second * 1_000).toISOString().replace(".000Z", "Z");

const formerly = ({ names, others }: FormerNames = { names: [], others: 0 }) =>
  [...names, ...(others > 0 ? [`${others} others`] : [])].join(" or ");
