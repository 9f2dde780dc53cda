import { reportInput } from "~/features/report/services/input.server";
import { setReport } from "~/features/report/services/set.server";
import type { FetchedReport } from "~/features/report/store/reports.server";
import { untilAborted, withSignal } from "~/platform/upstream/upstream.server";

interface Waiting {
  /** Milliseconds after which the answer is `being-made`; the next request continues the same setting. */
  patience?: number | undefined;
  /** Aborted when the client disconnects. */
  signal?: AbortSignal;
}

/**
 * A subscriber's report, set here; undefined while there are no figures to report on.
 * @param asked the paper that was asked for (features/report/paper.ts)
 * @throws UpstreamError where Firestore fails, ReportFailed where the setting does
 */
export function builtInReport(
  uid: string,
  asked: string | null,
  { patience, signal }: Waiting,
): Promise<FetchedReport | undefined | "being-made"> {
  return withSignal(patience, signal, (stop) =>
    untilAborted(
      stop,
      async () => {
        const input = await reportInput(uid, asked);
        if (!input) return undefined;
        const pdf = await setReport(uid, input);
        return { length: pdf.byteLength, body: new Blob([pdf]).stream() };
      },
      () => "being-made" as const,
    ),
  );
}
