import { randomUUID } from "node:crypto";
import { isSessionEnded } from "~/features/account/ended-sessions.server";
import { languageToWrite } from "~/features/account/language.server";
import type { ErasureState } from "~/features/own-data/services/erasure-mail";
import { erasures } from "~/features/own-data/services/outbox/erasure.server";
import { currentLanguage, isMultilingual } from "~/platform/languages/languages.server";
import { carryOut } from "~/platform/outbox/runner.server";
import { keepEntry } from "~/platform/outbox/store/keep.server";
import { entryAt, NothingWritten } from "~/platform/outbox/store/transaction.server";
import type { Subscriber } from "~/platform/session/session.server";
import { beginningMark } from "~/platform/store/erasure-marks.server";
import { orElse, unlessDown, within } from "~/platform/upstream/upstream.server";
import type { Language } from "~/platform/values/languages";
import { inBackground } from "~/platform/work/background.server";

export type Erasure =
  | { outcome: ErasureState }
  /** The request was not stored, so nothing was erased. */
  | { outcome: "failed" }
  /** It is not known whether the request was stored. */
  | { outcome: "unknown" };

/** Milliseconds within which the request is answered. Work that takes longer goes on in the background. */
const answeredWithin = 3_000;

/** Erases the data that the app stores about a subscriber. The request is stored before it is acknowledged. */
export async function requestErasure({
  uid,
  email,
}: {
  uid: string;
  email: string;
}): Promise<Erasure> {
  const language = isMultilingual
    ? { language: await languageToWrite({ uid, page: currentLanguage() }) }
    : {};
  const kept = await orElse(keepRequest({ uid, email, ...language }), (failure) => failure);
  if (kept instanceof Error)
    return { outcome: kept instanceof NothingWritten ? "failed" : "unknown" };
  // Another request is carrying it out now.
  if (!kept.claim) return { outcome: "received" };
  const { answer, finished } = carryOut(erasures, kept.claim, { userAgent: "" });
  inBackground("erasure", finished);
  return { outcome: (await within(answeredWithin, answer)) ?? "received" };
}

/**
 * What became of an erasure that was asked for since this session began, which has ended: its answer may not have come.
 * Undefined where none was.
 * @throws UpstreamError
 */
export async function erasureOfEnded(session: Subscriber): Promise<ErasureState | undefined> {
  if (!(await unlessDown(isSessionEnded(session.sessionId)))) return undefined;
  const entry = await entryAt(erasures, session.uid);
  if (!entry || entry.requestedAt < session.signedInAt) return undefined;
  return entry.progress.erasedAt === null ? "received" : "erased";
}

/** Whether the last request of an erasure has been carried out. @throws UpstreamError */
export async function isAllErased(uid: string): Promise<boolean> {
  const erasedAt = (await entryAt(erasures, uid))?.progress.erasedAt;
  return erasedAt !== undefined && erasedAt !== null;
}

/**
 * A fulfilled request starts again, also while its letter is on the way. An open one is extended to the data stored since
 * it was made; where that may be some, it is taken from the process that carries it out. With the request a mark is set
 * that every later write for this subscriber checks.
 */
function keepRequest(payload: { uid: string; email: string; language?: Language }) {
  const pressedAt = Date.now();
  // Whatever stood there at the press is older than the request: of presses at the same moment, one is carried out.
  const isCovered = ({ requestedAt }: { requestedAt: number }) => requestedAt >= pressedAt;
  return keepEntry(erasures, payload.uid, {
    isDone: () => false,
    canJoin: (entry) =>
      entry.state === "open" && (entry.progress.erasedAt === null || isCovered(entry)),
    takesOver: (entry) => entry.progress.isLookingAgain && !isCovered(entry),
    join: ({ progress }, now) => ({
      payload,
      progress: { ...progress, erasedAt: null, isLookingAgain: false },
      requestedAt: now,
    }),
    begin: () => ({
      key: randomUUID(),
      payload,
      progress: {
        erasedAt: null,
        isLookingAgain: false,
        letters: { received: false, erased: false },
      },
      runsInBackground: true,
    }),
    beside: () => [beginningMark(payload.uid)],
  });
}
