import { randomUUID } from "node:crypto";
import { type Kept, keepEntry } from "~/clients/outbox/keep.server";
import { NothingWritten } from "~/clients/outbox/transaction.server";
import { UpstreamError, within } from "~/clients/upstream.server";
import { inBackground } from "~/services/background.server";
import type { ErasureState } from "~/services/mails";
import {
  type ErasurePayload,
  type ErasureProgress,
  erasures,
} from "~/services/outbox/erasure.server";
import { carryOut } from "~/services/outbox/runner.server";

export type Erasure =
  | { outcome: ErasureState }
  /** The wish was not kept: nothing was erased. */
  | { outcome: "failed" }
  /** Nobody can say whether the wish was kept. */
  | { outcome: "unknown" };

/** Milliseconds within which the page is answered; what takes longer goes on. */
const answeredWithin = 3_000;

/** Erases what the app keeps about a subscriber: the wish is kept before anything is acknowledged. */
export async function requestErasure(owner: { uid: string; email: string }): Promise<Erasure> {
  let kept: Kept<ErasurePayload, ErasureProgress>;
  try {
    kept = await keepRequest(owner);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { outcome: error instanceof NothingWritten ? "failed" : "unknown" };
  }
  // Another press is carrying it out at this moment.
  if (!kept.claim) return { outcome: "received" };
  const { told, finished } = carryOut(erasures, kept.claim, { userAgent: "" });
  inBackground("erasure", finished);
  return { outcome: (await within(answeredWithin, told)) ?? "received" };
}

/** One that was fulfilled begins anew; one that was not means what has been kept since, too. */
const keepRequest = (payload: { uid: string; email: string }) =>
  keepEntry(erasures, payload.uid, {
    isDone: () => false,
    canJoin: ({ state }) => state === "open",
    join: ({ progress }, now) => ({
      payload,
      progress: { ...progress, erasedAt: null },
      requestedAt: now,
    }),
    begin: () => ({
      key: randomUUID(),
      payload,
      progress: { erasedAt: null, letters: { received: false, erased: false } },
      runsInBackground: true,
    }),
  });
