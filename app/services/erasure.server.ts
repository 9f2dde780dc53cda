import { randomUUID } from "node:crypto";
import { decideEntry } from "~/clients/outbox.server";
import { isUnsent, UpstreamError } from "~/clients/upstream.server";
import { begun, isHeld } from "~/domain/outbox";
import { inBackground } from "~/services/background.server";
import type { ErasureState } from "~/services/mails";
import { erasures } from "~/services/outbox/erasure.server";
import { carryOut } from "~/services/outbox/runner.server";

export type Erasure =
  | { outcome: ErasureState }
  /** The wish was not kept: nothing was erased. */
  | { outcome: "failed" }
  /** Nobody can say whether the wish was kept. */
  | { outcome: "unknown" };

/** Milliseconds within which the page is answered; what takes longer goes on. */
const answeredWithin = 3_000;

/**
 * Erases what the app keeps about a subscriber: the wish is kept before anything is acknowledged. One that was
 * fulfilled begins anew.
 */
export async function requestErasure(owner: { uid: string; email: string }): Promise<Erasure> {
  let claim: Awaited<ReturnType<typeof keepRequest>>;
  try {
    claim = await keepRequest(owner);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return { outcome: isUnsent(error) ? "failed" : "unknown" };
  }
  // Another press is carrying it out at this moment.
  if (!claim) return { outcome: "received" };
  const { told, finished } = carryOut(erasures, claim, { userAgent: "" });
  inBackground("erasure", finished);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answeredWithin);
  });
  const state = await Promise.race([told, late]);
  clearTimeout(timer);
  return { outcome: state ?? "received" };
}

function keepRequest({ uid, email }: { uid: string; email: string }) {
  return decideEntry(erasures, uid, ({ entry, remains }, now) => {
    const isOpen = entry?.state === "open";
    if (isOpen && isHeld(entry, now)) return { result: undefined };
    const next = begun(
      {
        key: randomUUID(),
        payload: { uid, email },
        progress: {
          erasedAt: null,
          letters: { received: isOpen && entry.progress.letters.received, erased: false },
        },
        due: true,
        lease: (entry ?? remains)?.lease,
      },
      erasures,
      now,
    );
    return { next, result: { id: uid, entry: next } };
  });
}
