import { type LetterPayload, weeklyEntries } from "~/features/account/letter-choices.server";
import { isTooLate, lastTurn, nextTurn, type Turn } from "~/features/account/letter-days";
import type { Told, WeeklyProgress } from "~/features/account/letter-entries";
import { recipientOf } from "~/features/account/recipient.server";
import { settingsOf } from "~/features/account/settings.server";
import { profileOf } from "~/features/analysis/profiles.server";
import { growthOf } from "~/features/growth/growth.server";
import { analysisOf } from "~/features/history/analyses.server";
import { type WeeklyNews, weeklyNews } from "~/features/letters/rules/weekly-news";
import { sendChosen } from "~/features/letters/services/send-chosen.server";
import { weeklyMail } from "~/features/letters/services/weekly-mail";
import type { OutboxKind, Run, Verdict } from "~/platform/outbox/runner.server";
import { week } from "~/platform/values/durations";
import { shareOf } from "~/platform/values/share-of";

/** A subscriber's weekly letter, stored in `weeklyLetters/{uid}` (docs/product.md#letters): one for each Monday, if there is news. */
export const weeklyLetters: OutboxKind<LetterPayload, WeeklyProgress, never> = {
  ...weeklyEntries,
  isStanding: true,
  // Fewer than half of the places of the mail server: somebody waits for the other mails.
  concurrency: 8,
  // As many as a look of the outbox queues: 576,000 in the four hours of a morning.
  rate: { max: 40, duration: 1_000 },
  handle: writeWeekly,
};

type Writing = Run<LetterPayload, WeeklyProgress, never>;
type Written = Verdict<LetterPayload, WeeklyProgress, never>;

async function writeWeekly(run: Writing): Promise<Written> {
  const { id: uid, entry } = run;
  const { progress } = entry;
  const settings = await settingsOf(uid);
  if (!settings.weeklyLetter) return { end: "later", dueAt: null };
  // The time zone is chosen with the letter: where it is missing, its field was damaged.
  const timeZone = settings.timeZone ?? "UTC";
  const now = Date.now();
  const share = shareOf(uid);
  const turn = lastTurn(now, timeZone, share);
  const nextWeek = (more: Partial<WeeklyProgress> = {}): Written => {
    const last = more.monday ?? progress.monday;
    return {
      end: "later",
      dueAt: nextTurn(Date.now(), timeZone, share, last).at,
      progress: { isSettled: true, ...more },
    };
  };
  const isDone = progress.monday !== null && progress.monday >= turn.monday && progress.isSettled;
  if (isDone || isTooLate(turn, now)) return nextWeek();
  const to = await recipientOf(uid);
  const news = to && (await newsOf(uid, progress.told, turn, now));
  // Nothing new, or nobody to write to.
  if (!news) return nextWeek();
  // From here on the letter counts as begun. Throws if the lease has passed on.
  await run.saveProgress({ progress: { monday: turn.monday, isSettled: false } });
  const letter = await sendChosen("weeklyLetter", run, weeklyLetters.name, (stop) =>
    weeklyMail({ to, news, id: `weekly-${entry.key}-${turn.monday}`, stop }),
  );
  if (letter.end === "again" || letter.end === "later") return letter;
  // A letter that no mailbox took has told nothing.
  return nextWeek({ monday: turn.monday, ...(letter.end === "taken" && { told: news.told }) });
}

async function newsOf(
  uid: string,
  told: Told | null,
  { monday }: Turn,
  now: number,
): Promise<WeeklyNews | undefined> {
  const growth = await growthOf(uid);
  if (!growth) return undefined;
  const [profile, analysis] = await Promise.all([profileOf(uid, { fresh: true }), analysisOf(uid)]);
  if (profile.source !== "built-in") return undefined;
  const weekNumber = Math.floor(Date.parse(monday) / week);
  const lists = analysis?.index.categories;
  const hidden = {
    newFollowers: lists?.newFollowers?.hidden ?? 0,
    lostFollowers: lists?.lostFollowers?.hidden ?? 0,
  };
  return weeklyNews({ growth, profile, hidden }, told, { now, week: weekNumber });
}
