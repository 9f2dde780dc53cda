import { LRUCache } from "lru-cache";
import { openReport, type Report } from "~/clients/reports.server";
import { untilAborted, withSignal } from "~/clients/upstream.server";

/** One call for a report. Its body goes to one request alone. */
interface Making {
  report: Promise<Report | undefined>;
  /** Requests that wait for it now. */
  waiting: number;
}

/**
 * A person has one making at a time, and each making has exactly one holder: `awaited` while requests wait for it,
 * `parked` once all have left, nobody here once a request has taken what came of it. Both go by the owner's uid.
 */
const awaited = new Map<string, Making>();
const parked = new LRUCache<string, Making>({
  max: 100,
  // Longer than a report may be in the making: who comes back after that has no call under way any more.
  ttl: 21_000,
  ttlAutopurge: true,
  dispose({ report }, _uid, reason) {
    // `delete` means taken up by a request; any other reason means that nobody will come.
    if (reason === "delete") return;
    // What was never made, or has failed since, needs no cancelling.
    report.then((made) => made?.body.cancel()).catch(() => {});
  },
});

function takeParked(uid: string): Making | undefined {
  const making = parked.get(uid);
  parked.delete(uid);
  return making;
}

const beingMade = () => "being-made" as const;

interface Waiting {
  /** Milliseconds after which it is `being-made`: who asks again gets that same one. None: the making's own 20 s. */
  patience?: number | undefined;
  /** That whoever asked has gone away: the making stays for whoever asks next. */
  signal?: AbortSignal;
}

/**
 * A subscriber's report, undefined while there is no profile to report on. Requests of one person share its making;
 * the first takes it, and another is begun for the others only then.
 */
export function reportWithin(
  subscriber: { uid: string; email: string },
  { patience, signal }: Waiting,
): Promise<Report | undefined | "being-made"> {
  return withSignal(patience, signal, (over) => takeReport(subscriber, over, signal));
}

async function takeReport(
  subscriber: { uid: string; email: string },
  over: AbortSignal,
  hasLeft: AbortSignal | undefined,
): Promise<Report | undefined | "being-made"> {
  const { uid } = subscriber;
  for (;;) {
    if (over.aborted) return "being-made";
    const making = awaited.get(uid) ??
      takeParked(uid) ?? { report: openReport(subscriber), waiting: 0 };
    awaited.set(uid, making);
    const isHere = () => awaited.get(uid) === making;
    let isOver = false;
    making.waiting += 1;
    try {
      const made = await untilAborted(over, () => making.report, beingMade);
      isOver = made === "being-made" || hasLeft?.aborted === true;
      if (isOver) return "being-made";
      if (!made || isHere()) return made;
    } finally {
      making.waiting -= 1;
      if (isHere() && (!isOver || making.waiting === 0)) {
        awaited.delete(uid);
        if (isOver) parked.set(uid, making);
      }
    }
  }
}
