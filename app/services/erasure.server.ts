import {
  claimDueErasures,
  type ErasureRequest,
  recordErasure,
  updateErasure,
} from "~/clients/erasure-requests.server";
import { log } from "~/clients/log.server";
import { sendMail } from "~/clients/mail.server";
import { documentsOf, eraseDocuments } from "~/clients/personal-documents.server";
import { subscriptionsOf } from "~/clients/subscriptions.server";
import { UpstreamError, unlessDown } from "~/clients/upstream.server";
import { personalCollections } from "~/domain/retention";
import { env } from "~/env.server";
import { inBackground } from "~/services/background.server";
import { type ErasureState, erasureMail } from "~/services/mails";

export type Erasure =
  | { outcome: ErasureState }
  /** The wish could not be kept: nothing was erased. */
  | { outcome: "failed" };

/** Milliseconds within which the page is answered; what takes longer goes on. */
const answeredWithin = 3_000;

/** Milliseconds after the erasure in which its letter is tried. */
const letterPatience = 86_400_000;

/** 1, 2, 4 … 60 minutes: what is waited for is an order or a cancellation on its way to billing. */
const backOff = (attempts: number) => Math.min(60_000 * 2 ** (attempts - 1), 3_600_000);

/**
 * Erases what the app keeps about a subscriber: the wish is kept before anything is acknowledged. What a
 * running cancellation or order still needs goes once that is completed.
 */
export async function requestErasure(owner: { uid: string; email: string }): Promise<Erasure> {
  let request: ErasureRequest | undefined;
  try {
    request = await recordErasure(owner);
  } catch (error) {
    if (error instanceof UpstreamError) return { outcome: "failed" };
    throw error;
  }
  if (!request) return { outcome: "received" };
  const erased = carryOut(request);
  inBackground("erasure", erased.then(mailLetter));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), answeredWithin);
  });
  const done = await Promise.race([erased, late]);
  clearTimeout(timer);
  return { outcome: done?.state ?? "received" };
}

interface CarriedOut {
  request: ErasureRequest;
  state: ErasureState;
}

/** Erases what can go now, and notes how far that came. Never rejects for an outage. */
async function carryOut(request: ErasureRequest): Promise<CarriedOut> {
  const complete = await eraseAllOf(request);
  const attempts = request.attempts + 1;
  const next: ErasureRequest = {
    ...request,
    attempts,
    erasedAt: complete ? Date.now() : null,
    // Still due where it is complete, so that the letter goes out even if this process ends here.
    ...(!complete && { dueAt: Date.now() + backOff(attempts) }),
  };
  await noted(next);
  return { request: next, state: complete ? "erased" : "received" };
}

/** Milliseconds by which this machine's clock and Firestore's may differ. */
const skew = 60_000;

/** What somebody left here after their request is not part of it. @returns whether nothing else is left */
async function eraseAllOf({ uid, email, requestedAt }: ErasureRequest): Promise<boolean> {
  const owner = { uid, email: email ?? "" };
  const subscriptions = await unlessDown(subscriptionsOf(owner, { fresh: true }));
  const person = { uid, subscriptionIds: subscriptions?.map(({ id }) => id) ?? [] };
  let complete = subscriptions !== undefined;
  for (const collection of personalCollections) {
    if (collection.provesErasure) continue;
    const left = await unlessDown(
      documentsOf(collection, person).then(async (documents) => {
        const meant = documents.filter(({ createdAt }) => createdAt <= requestedAt + skew);
        const free = meant.filter(({ fields }) => !collection.isNeeded(fields, Date.now()));
        return meant.length - (await eraseDocuments(collection.name, free));
      }),
    );
    if (left !== 0) complete = false;
  }
  return complete;
}

/** Mails the letter that the request's state calls for, unless it has gone out; then nothing names its address. */
async function mailLetter({ request, state }: CarriedOut): Promise<void> {
  const { email: to, uid, requestedAt, letters } = request;
  const { APP_ORIGIN: origin, SUPPORT_EMAIL: supportEmail } = env;
  let sent = letters[state];
  if (to && !sent) {
    const mail = erasureMail(state, { to, id: `${uid}-${requestedAt}`, origin, supportEmail });
    sent = await sendMail(mail).then(
      () => true,
      (error: unknown) => {
        if (error instanceof UpstreamError) return false;
        throw error;
      },
    );
  }
  const next = { ...request, letters: { ...letters, [state]: sent } };
  if (state === "received") return noted(next);
  const givenUp = Date.now() - (request.erasedAt ?? 0) > letterPatience;
  if (sent || !to || givenUp) {
    if (!sent) log.error("the letter about an erasure could not be sent");
    return noted({ ...next, email: null, dueAt: null });
  }
  await noted({ ...next, dueAt: Date.now() + backOff(request.attempts) });
}

/** Carries on with requests that are not completed: one round, for the background and for erase-expired. */
export async function resumeErasures(): Promise<number> {
  const due = await claimDueErasures(10);
  await Promise.all(
    due.map(async (request) => {
      if (request.erasedAt === null) return mailLetter(await carryOut(request));
      const attempts = request.attempts + 1;
      return mailLetter({ request: { ...request, attempts }, state: "erased" });
    }),
  );
  return due.length;
}

/** What cannot be noted now is found due again, and erasing twice does no harm. */
async function noted(request: ErasureRequest): Promise<void> {
  try {
    await updateErasure(request);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ system: error.system, kind: error.kind }, "an erasure's progress was not noted");
  }
}
