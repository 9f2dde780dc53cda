import { LRUCache } from "lru-cache";
import { type FetchedReport, openReport } from "~/features/report/store/reports.server";
import { untilAborted, withSignal } from "~/platform/upstream/upstream.server";

/** A call of the report function. The report's body can be read only once, so a single request gets it. */
interface ReportCall {
  report: Promise<FetchedReport | undefined>;
  /** How many requests wait for it now. */
  waiting: number;
}

/**
 * By the owner's uid. A person has one call at a time: it is `awaited` while requests wait for it, `parked` after all of
 * them have left, and in neither map after a request has taken its report.
 */
const awaited = new Map<string, ReportCall>();
const parked = new LRUCache<string, ReportCall>({
  max: 100,
  // Longer than the time limit of a call, so that no running call expires here.
  ttl: 21_000,
  ttlAutopurge: true,
  dispose({ report }, _uid, reason) {
    // `delete` means that a request has taken the call. Otherwise nobody will read the report.
    if (reason === "delete") return;
    // If there is no profile or the call has failed, there is nothing to cancel.
    report.then((made) => made?.body.cancel()).catch(() => {});
  },
});

function takeParked(uid: string): ReportCall | undefined {
  const call = parked.get(uid);
  parked.delete(uid);
  return call;
}

const beingMade = () => "being-made" as const;

interface Waiting {
  /** Milliseconds after which the answer is `being-made`; the next request continues the same call. Default: its 20 s. */
  patience?: number | undefined;
  /** Aborted when the client disconnects. The call goes on for the next request. */
  signal?: AbortSignal;
}

/**
 * A subscriber's report, undefined while there is no profile to report on. Concurrent requests of one person wait for the
 * same call. The first of them gets the report, and only then a new call starts for the others.
 */
export function reportWithin(
  subscriber: { uid: string; email: string },
  { patience, signal }: Waiting,
): Promise<FetchedReport | undefined | "being-made"> {
  return withSignal(patience, signal, (stop) => takeReport(subscriber, stop, signal));
}

async function takeReport(
  subscriber: { uid: string; email: string },
  stop: AbortSignal,
  disconnected: AbortSignal | undefined,
): Promise<FetchedReport | undefined | "being-made"> {
  const { uid } = subscriber;
  for (;;) {
    if (stop.aborted) return "being-made";
    const call = awaited.get(uid) ??
      takeParked(uid) ?? { report: openReport(subscriber), waiting: 0 };
    awaited.set(uid, call);
    const isUntaken = () => awaited.get(uid) === call;
    let hasStopped = false;
    call.waiting += 1;
    try {
      const made = await untilAborted(stop, () => call.report, beingMade);
      hasStopped = made === "being-made" || disconnected?.aborted === true;
      if (hasStopped) return "being-made";
      if (!made || isUntaken()) return made;
    } finally {
      call.waiting -= 1;
      if (isUntaken() && (!hasStopped || call.waiting === 0)) {
        awaited.delete(uid);
        if (hasStopped) parked.set(uid, call);
      }
    }
  }
}
