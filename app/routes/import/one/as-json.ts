import type { LoaderFunctionArgs } from "@remix-run/node";
import { UpstreamError } from "~/clients/upstream.server";
import type { ChangeCounts } from "~/domain/analysis/analysis";
import { somethingWentWrong } from "~/domain/identity-messages";
import { unknownInsightLabels } from "~/domain/imports/import";
import { env } from "~/env.server";
import { shownImport } from "~/services/imports/shown.server";
import { currentSubscriber } from "~/web/session/guards.server";

const answer = (body: object, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "private, no-store" } });

/** Those of contract 10: there is no other key. */
const changesIn = ({ unclear: _, ...changes }: ChangeCounts) => changes;

/** An import for programs: `GET /dashboard/import/{id}` with `Accept: application/json` (contract 10). */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
  const missing = () => answer({ error: "There is nothing at this address." }, 404);
  if (!env.ANALYSIS_SOURCES.has("export")) return missing();
  const subscriber = await currentSubscriber(request);
  if (!subscriber) return answer({ error: "Sign in first" }, 401);
  try {
    const shown = await shownImport(subscriber.uid, id);
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
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return answer({ error: somethingWentWrong }, 503);
  }
}
