import type { LoaderFunctionArgs } from "@remix-run/node";
import { env } from "~/env.server";
import { subscriberOfProgram } from "~/features/account/guards.server";
import type { ChangeCounts } from "~/features/history/history";
import { unknownInsightLabels } from "~/features/history/import";
import { shownImport } from "~/features/imports/services/shown.server";
import { orElse } from "~/platform/upstream/upstream.server";
import { somethingWentWrong } from "~/platform/values/identity-messages";

const answer = (body: object, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "private, no-store" } });

/** The changes of docs/interfaces/app.yaml, which allows no other key. */
const changesIn = ({ unclear: _, ...changes }: ChangeCounts) => changes;

/** An import for programs: `GET /dashboard/import/{id}` with `Accept: application/json` (docs/interfaces/app.yaml). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const missing = () => answer({ error: "There is nothing at this address." }, 404);
  if (!env.ANALYSIS_SOURCES.has("export")) return missing();
  const asker = await subscriberOfProgram(request);
  if ("error" in asker) return answer({ error: asker.error }, asker.status);
  return orElse(
    async () => {
      const shown = await shownImport(asker.subscriber.uid, id);
      if (!shown) return missing();
      const { state, takenAt, account, counts, found, problems } = shown.import;
      return answer({
        id,
        state,
        takenAt: new Date(takenAt).toISOString(),
        account,
        counts,
        found,
        problems,
        changes: shown.changes && changesIn(shown.changes),
        unknownLabels: unknownInsightLabels(shown.import),
      });
    },
    () => answer({ error: somethingWentWrong }, 503),
  );
}
