import { csvCells, csvColumns } from "~/features/history/people-csv";
import type { ListedPerson, PeopleList } from "~/features/history/people-list";
import { csvStream } from "~/platform/http/files/csv-answer.server";

/** All people of a list as a file. @param name without `.csv` @param kind `renamed` adds the former names */
export async function peopleFile(
  { method }: Request,
  name: string,
  people: Pick<PeopleList, "parts">,
  kind = name,
): Promise<Response> {
  const parts = await beginning(people);
  return csvStream(name, method === "HEAD" ? undefined : linesOf(parts, kind === "renamed"));
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
  yield [csvColumns(withFormerNames)];
  yield linesFor(first);
  for await (const people of rest) yield linesFor(people);
}
