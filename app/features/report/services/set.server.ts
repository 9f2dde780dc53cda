import { createHash } from "node:crypto";
import { BulkheadRejectedError, bulkhead } from "cockatiel";
import type { ReportInput, ToSet } from "~/features/report/rules/input";
import { ReportFailed, setInThread } from "~/features/report/services/threads.server";
import { createCache } from "~/platform/store/cache.server";
import { shares } from "~/platform/work/memory-shares.server";

/** Reports may wait for their turn, first come first served. */
const mostWaiting = 60;
const places = bulkhead(shares.reports, mostWaiting);

/** The key has all that a report is made from, so no PDF is out of date. Templates and fonts do not change while the process runs. */
const pdfs = createCache<Uint8Array<ArrayBuffer>>("reports", {
  ttl: 600_000,
  maxBytes: 32 * 1_048_576,
});

/**
 * The PDF of a report. The same person's requests for the same report wait for one setting. It goes on when they leave, and is
 * there when they come back.
 * @throws ReportFailed
 */
export function setReport(uid: string, input: ReportInput): Promise<Uint8Array<ArrayBuffer>> {
  const digest = createHash("sha256").update(JSON.stringify(input)).digest("base64url");
  return pdfs.get(`${uid} ${digest}`, () => setInTurn({ input }));
}

/** Waits for a thread, first come first served. @throws ReportFailed */
export function setInTurn(order: ToSet): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    places
      .execute(() => {
        const { pdf, free } = setInThread(order);
        pdf.then(resolve, reject);
        return free;
      })
      .catch((error: unknown) =>
        reject(error instanceof BulkheadRejectedError ? new ReportFailed("busy") : error),
      );
  });
}
