import advice from "content:breach-advice";
import { createHash } from "node:crypto";
import { breachEntries, type LetterPayload } from "~/features/account/letter-choices.server";
import type { BreachProgress } from "~/features/account/letter-entries";
import { recipientOf } from "~/features/account/recipient.server";
import { settingsOf } from "~/features/account/settings.server";
import { breachNews, isFirstLook, nextLookAt } from "~/features/letters/rules/breach-news";
import { breachMail } from "~/features/letters/services/breach-mail";
import { sendChosen } from "~/features/letters/services/send-chosen.server";
import { advise, type Breach } from "~/features/safety/breach";
import { breachesOf, TooManyRequests } from "~/features/safety/breaches.server";
import { log } from "~/platform/monitoring/log.server";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { minute } from "~/platform/values/durations";
import { addressKey } from "~/platform/values/mail-address";
import { shareOf } from "~/platform/values/share-of";

/** A subscriber's breach alerts, stored in `breachAlerts/{uid}` (docs/product.md#letters). */
export const breachAlerts: OutboxKind<LetterPayload, BreachProgress, never> = {
  ...breachEntries,
  isStanding: true,
  // The function's limit is shared with the page, where somebody waits for the answer: 1.3 million looks a month.
  concurrency: 1,
  rate: { max: 1, duration: 2_000 },
  handle: lookForBreaches,
};

type Looking = Run<LetterPayload, BreachProgress, never>;
type Looked = Verdict<LetterPayload, BreachProgress, never>;

/** Milliseconds for which nothing is looked up once the function's limit is reached. */
const pause = minute;
/** After the pause the looks begin again within so many milliseconds, not all at once. */
const spread = 600_000;
let pausedUntil = 0;

async function lookForBreaches(run: Looking): Promise<Looked> {
  const { id: uid, entry } = run;
  const { progress } = entry;
  const { breachAlerts: isOn, dealtWith } = await settingsOf(uid);
  if (!isOn) return { end: "later", dueAt: null };
  const now = Date.now();
  const nextMonth = nextLookAt(now, shareOf(uid));
  if (pausedUntil > now) return later(pausedUntil, progress.known === null);
  const to = await recipientOf(uid);
  if (to === undefined) return { end: "later", dueAt: nextMonth };
  const digest = createHash("sha256")
    .update(`${entry.key}:${addressKey(to)}`)
    .digest("base64url");
  const isFirst = isFirstLook(progress, digest);
  const breaches = await listed(to);
  if (!breaches) return later(pausedUntil, isFirst);
  const isLate = isFirst && isBeginningLate(entry, now);
  const { known, fresh, hasMore } = breachNews(breaches, progress, { digest, dealtWith, isLate });
  const done: Looked = {
    end: "later",
    dueAt: hasMore ? Date.now() : nextMonth,
    progress: {
      known,
      addressDigest: digest,
      pending: null,
      lookedAt: now,
      isBeginningLate: false,
    },
  };
  if (fresh.length === 0) return done;
  // From here on the letter counts as begun. Throws if the lease has passed on.
  await run.saveProgress({ progress: { pending: fresh.map(({ name }) => name) } });
  const letter = await sendChosen("breachAlerts", run, breachAlerts.name, (stop) =>
    breachMail({
      to,
      breaches: advise(fresh, advice),
      isBeginning: isLate,
      id: `breaches-${entry.key}-${digestOf(fresh)}`,
      stop,
    }),
  );
  if (letter.end === "again" || letter.end === "later") return letter;
  // A letter that no mailbox took has told nothing: the next look finds the breaches again.
  return letter.end === "taken"
    ? done
    : { end: "later", dueAt: nextMonth, progress: { pending: null, lookedAt: now } };
}

/** @returns undefined if the function's limit is reached; that says nothing about breaches */
async function listed(email: string): Promise<readonly Breach[] | undefined> {
  try {
    return (await breachesOf(email)).breaches;
  } catch (error) {
    if (!(error instanceof TooManyRequests)) throw error;
    log.warn(error.message);
    pausedUntil = Date.now() + pause;
    return undefined;
  }
}

/**
 * Waiting for the function's limit is no failure, however often.
 * @param isBeginningLate false: as it was
 */
const later = (from: number, isBeginningLate: boolean): Looked => ({
  end: "later",
  dueAt: from + Math.floor(Math.random() * spread),
  ...(isBeginningLate && { progress: { isBeginningLate } }),
});

/** Milliseconds after which a first look is late, even if no attempt failed: no process was there, or no plan ran. */
const soon = 600_000;

/** Whether something may have come up between the choice and the first look. */
const isBeginningLate = (
  { progress, attempts, requestedAt }: Looking["entry"],
  now: number,
): boolean =>
  progress.isBeginningLate ||
  (progress.known === null && (attempts > 0 || now - requestedAt > soon));

/** Names the letter's content: the same breaches are the same letter. */
const digestOf = (breaches: readonly Breach[]) =>
  createHash("sha256")
    .update(JSON.stringify(breaches.map(({ name }) => name).sort()))
    .digest("base64url")
    .slice(0, 16);
