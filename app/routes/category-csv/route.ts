import { ReadableStream } from "node:stream/web";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { profileOrLastGood } from "~/clients/profiles.server";
import { UpstreamError } from "~/clients/upstream.server";
import { messagePage } from "~/components/message-page.server";
import { isCategoryKey } from "~/domain/analysis-labels";
import { csvCells, csvColumns, csvLine } from "~/domain/csv";
import type { ListedPerson } from "~/domain/people-lists/people-list";
import { readPeople } from "~/services/category-people.server";
import { requireSubscriber } from "~/web/session/guards.server";
import { notFound, unavailable } from "./messages.ts";

/** The people of a category as a file, whole (contract 10). Only an analysis made here has such files. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { uid } = await requireSubscriber(request);
  const key = /([^/]*)\.csv$/.exec(new URL(request.url).pathname)?.[1];
  if (!isCategoryKey(key)) return messagePage(404, notFound);
  try {
    const { profile } = await profileOrLastGood(uid);
    if (profile.source !== "built-in") return messagePage(404, notFound);
    const parts = await readPeople(uid, profile, key, beginning);
    const headers = {
      "cache-control": "private, no-store, no-transform",
      "content-disposition": `attachment; filename="${key}.csv"`,
      "content-type": "text/csv; charset=utf-8",
      vary: "Cookie",
      "x-content-type-options": "nosniff",
    };
    const isRead = request.method !== "HEAD";
    const body = isRead ? ReadableStream.from(linesOf(parts, key === "renamed")) : null;
    return new Response(body as globalThis.ReadableStream | null, { headers });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return messagePage(503, unavailable(key));
  }
}

interface Beginning {
  first: ListedPerson[];
  rest: AsyncGenerator<ListedPerson[]>;
}

/** Reads the first part before the answer begins, so that a list that cannot be read has a page, not half a file. */
async function beginning(people: { parts: () => Beginning["rest"] }): Promise<Beginning> {
  const rest = people.parts();
  const { value } = await rest.next();
  return { first: value ?? [], rest };
}

/** A later part that cannot be read breaks the connection: half a file must not look whole. */
async function* linesOf({ first, rest }: Beginning, withFormerNames: boolean) {
  const linesFor = (people: readonly ListedPerson[]) =>
    Buffer.from(people.map((one) => csvLine(csvCells(one, withFormerNames))).join(""));
  yield Buffer.from(csvLine(csvColumns(withFormerNames)));
  yield linesFor(first);
  for await (const people of rest) yield linesFor(people);
}
