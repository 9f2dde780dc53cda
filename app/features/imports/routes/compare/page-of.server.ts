import words from "content:import";
import { readPeoplePage } from "~/features/analysis/people-page.server";
import { askedSorting } from "~/features/analysis/sorted-people";
import { storedAnalysis } from "~/features/history/analyses.server";
import { tellsAllWhoLeft } from "~/features/history/fold";
import { changeKinds } from "~/features/history/history";
import type { Import } from "~/features/history/import";
import { hasGapBetween } from "~/features/history/window";
import { categoryOfChange } from "~/features/imports/changed";
import {
  type ComparedImports,
  comparedPeople,
  comparisonOf,
} from "~/features/imports/services/comparisons.server";
import { notFound } from "~/features/imports/services/guard.server";
import { usedImports } from "~/features/imports/services/look-through.server";
import { caveatsOf } from "~/features/imports/views/caveats";
import { shownUnclear } from "~/features/imports/views/unclear-people";
import { withoutSecrets } from "~/platform/values/addresses";
import { formatDate } from "~/platform/values/dates";
import { apart } from "~/platform/values/listed";
import { counted } from "~/platform/values/numbers";
import { pageNumber, searchText } from "~/platform/values/paging";

/** Milliseconds after which a page says that it is not ready. */
const patience = 8_000;

/** What an address asks to compare. */
type AskedComparison =
  /** The query that has both in the order of their time. */
  | { turned: URLSearchParams }
  | ComparedImports
  /** One of the two is missing, or both. */
  | { used: readonly Import[]; from?: Import | undefined; to?: Import | undefined; isOpen: true };

/** @throws a 404 for an import that is unknown, somebody else's or not in use */
export async function askedComparison(uid: string, url: URL): Promise<AskedComparison> {
  const { searchParams } = withoutSecrets(url);
  const { remains } = await storedAnalysis(uid);
  const used = await usedImports(uid);
  const named = (name: "from" | "to") => {
    const id = searchParams.get(name);
    const found = used.find((one) => one.id === id);
    if (id && !found) throw notFound();
    return found;
  };
  const [from, to] = [named("from"), named("to")];
  if (!from || !to) return { used, from, to, isOpen: true };
  if (used.indexOf(from) <= used.indexOf(to)) return { used, from, to, remains };
  const turned = new URLSearchParams(searchParams);
  turned.set("from", to.id);
  turned.set("to", from.id);
  return { turned };
}

/** The form that offers both. */
export const comparisonForm = ({ used, from, to }: Extract<AskedComparison, { isOpen: true }>) => ({
  state: "choose" as const,
  imports: used
    .map(({ id, takenAt, counts }) => ({
      id,
      label: apart(formatDate(takenAt), counted(counts.followers, "follower")),
    }))
    .reverse(),
  // Who asks for one of them wants to compare it with its neighbour.
  from: (from ?? neighbour(used, to, -1) ?? used.at(-2))?.id,
  to: (to ?? neighbour(used, from, 1) ?? used.at(-1))?.id,
});

function neighbour(used: readonly Import[], one: Import | undefined, step: 1 | -1) {
  const index = one ? used.indexOf(one) : -1;
  return index < 0 || index + step < 0 ? undefined : used[index + step];
}

/** What changed between two imports, as the page shows it. @throws SearchRefused */
export async function comparisonPage(uid: string, imports: ComparedImports, { searchParams }: URL) {
  const { from, to, used } = imports;
  const page = { from: shown(from), to: shown(to) };
  if (from === to) return { ...page, state: "same" as const };
  const compared = await comparisonOf(uid, imports, patience);
  if (!compared) return { ...page, state: "comparing" as const };
  const kind = changeKinds.find((one) => one === searchParams.get("kind"));
  const text = searchText(searchParams.get("q"));
  const asked = kind ? pageNumber(searchParams.get("page")) : 1;
  const { counts, passedBy, before, after, unclear } = compared;
  const kinds = (kind ? [kind] : changeKinds).filter((one) => counts[one] > 0);
  const sections = kinds.map(async (one) => {
    // Of several lists, each is shown as it is stored.
    const sorting = kind && askedSorting(categoryOfChange[one], searchParams);
    return {
      kind: one,
      label: words.readings[one],
      sorting,
      ...(await readPeoplePage(uid, comparedPeople(compared, one), text, asked, sorting)),
    };
  });
  return {
    ...page,
    state: "compared" as const,
    kind,
    text,
    counts: changeKinds.map((one) => ({
      kind: one,
      label: words.readings[one],
      count: counts[one],
    })),
    passedBy,
    caveats: caveatsOf({
      isPart: !tellsAllWhoLeft(neighbour(used, to, -1), to),
      hasGap: hasGapBetween(used.slice(0, used.indexOf(to) + 1), from.takenAt, to.takenAt),
    }),
    before,
    after,
    unclear: counts.unclear > 0 ? shownUnclear(unclear) : undefined,
    sections: await Promise.all(sections),
  };
}

const shown = ({ id, takenAt }: Import) => ({ id, date: formatDate(takenAt) });

export type ComparisonPage = Extract<
  Awaited<ReturnType<typeof comparisonPage>>,
  { state: "compared" }
>;
export type ComparedSection = ComparisonPage["sections"][number];
