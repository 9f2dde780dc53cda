import { storedAnalysis } from "~/features/history/analyses.server";
import type { Import } from "~/features/history/import";
import type { ComparedImports } from "~/features/imports/services/comparisons.server";
import { notFound } from "~/features/imports/services/guard.server";
import { usedImports } from "~/features/imports/services/look-through.server";
import { withoutSecrets } from "~/platform/values/addresses";

/** What an address asks to compare. */
export type AskedComparison =
  /** The query that has both in the order of their time. */
  | { turned: URLSearchParams }
  | ComparedImports
  /** One of both is missing, or both. */
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
