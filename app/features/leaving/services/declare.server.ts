import { randomUUID } from "node:crypto";
import type { PublicDeclaration } from "~/features/leaving/rules/public-declaration";
import { obligationsOn } from "~/features/leaving/services/obligations.server";
import { declarationForms } from "~/features/leaving/services/outbox/declaration-form.server";
import { publicText } from "~/features/leaving/services/public-words.server";
import { declarationDocuments } from "~/features/leaving/store/declarations.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { inBackground } from "~/platform/work/background.server";

/**
 * Keeps what somebody has declared without signing in. Resolves before anything is looked up: no answer may depend on
 * whose the address is.
 * @throws UpstreamError if it could not be kept
 */
export async function declarePublicly(
  declared: PublicDeclaration,
  shownWith: Parameters<typeof publicText>[1],
): Promise<void> {
  const id = randomUUID();
  const { kind, place, declaredAt } = declared;
  const { laws: rules, proofYears, proofYearsAfterEnd } = obligationsOn(place, declaredAt);
  const declaration = {
    kind,
    subscription: null,
    how: "public",
    place,
    rules,
    declaredAt,
    dueAt: null,
    state: "open",
  } as const;
  const shown = { text: publicText(declared, shownWith), proofYears, proofYearsAfterEnd };
  const { claim } = await keepEntry(declarationForms, id, {
    isDone: () => false,
    canJoin: () => false,
    join: () => ({}),
    begin: () => ({
      key: id,
      payload: declared,
      progress: {
        told: false,
        counted: false,
        settled: false,
        isNobodys: false,
        subscription: null,
        queue: null,
      },
      runsInBackground: true,
    }),
    beside: () => declarationDocuments(id, declaration, shown),
  });
  if (claim) inBackground("declaration", carryOut(declarationForms, claim).finished);
}
